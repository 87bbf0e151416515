import {boardRequest, mostBoardRounds} from '../core/board-request.ts'
import type {Lang} from '../core/events.ts'
import {languageOf, type MeetingRequest} from '../core/request.ts'
import {type Experts, expertsFor} from '../runtime/personas/experts.ts'
import type {WizardPersona, WizardUnderstood} from '../ui/ports.ts'
import {seatExperts} from './board-seats.ts'
import type {Host} from './host.ts'

/** Experts for the wizard's list: they sit at boards only. */
export const boardPersonas = (
  host: Host,
  asRow: (expert: Experts['experts'][number]) => WizardPersona,
): readonly WizardPersona[] => expertsFor(host).experts.map(expert => ({...asRow(expert), protocol: 'board'}))

/** What a sentence that asks for a board fills in; without names the default board, without a number the usual rounds. */
export function understoodBoard(sentence: string, request: MeetingRequest, host: Host): WizardUnderstood {
  const asked = boardRequest({sentence, request}, {}, host.home.settings.board)
  const lang: Lang = request.lang ?? languageOf(request.topic ?? sentence)
  const {seats, unknown} = seatExperts(asked.guests, {experts: expertsFor(host), lang, voice: {provider: ''}, host})
  return {
    protocol: 'board',
    ...(request.topic === undefined ? {} : {topic: request.topic}),
    ids: seats.map(({persona}) => persona.id),
    rounds: Math.min(asked.rounds, mostBoardRounds),
    unknown,
  }
}
