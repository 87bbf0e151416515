import type {Lang} from '../core/events.ts'
import {languageOf, parseRequest} from '../core/request.ts'
import {noteText} from '../i18n/notes.ts'
import type {Discovered} from '../runtime/personas/discover.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import type {WizardWorld} from '../ui/ports.ts'
import {understoodBoard} from './board-wizard.ts'
import {councilAsked} from './council-plan.ts'
import {understoodCouncil} from './council-wizard.ts'
import type {Host} from './host.ts'
import {understoodReview} from './review-wizard.ts'

/** Undefined: nothing asks for a meeting, or only the shape of a request does and nobody it names is known, so it is a topic. */
export function understood(
  sentence: string,
  personas: () => Discovered['personas'],
  host: Host,
): ReturnType<WizardWorld['understand']> {
  const request = parseRequest(sentence)
  if (request.kind === 'meeting' && request.protocol === 'board') return understoodBoard(sentence, request, host)
  if (request.kind === 'meeting' && request.protocol === 'review') return understoodReview(request, host)
  if (request.kind === 'meeting' && request.protocol === 'council') return understoodCouncil(request, host)
  if (request.kind === 'none') {
    const asked = councilAsked({}, sentence)?.said
    if (asked === undefined) return undefined
    return understoodCouncil({kind: 'meeting', topic: asked.request, with: [], missing: [], notes: []}, host)
  }
  if (request.topic === undefined && request.with.length === 0) return undefined
  const lang: Lang = request.lang ?? languageOf(request.topic ?? sentence)
  const ids: string[] = []
  const unknown: string[] = []
  for (const {name} of request.with) {
    const found = resolveName(name, personas(), lang)
    if (found.kind !== 'found') unknown.push(name)
    else if (!ids.includes(found.persona.id)) ids.push(found.persona.id)
  }
  // 「让高德纳和贝克讨论……」: where all of them sit on councils, one is meant.
  if (ids.length === 0 && unknown.length > 0 && request.topic !== undefined) {
    const council = understoodCouncil(request, host)
    if (council.unknown.length === 0) return council
  }
  const guessed = request.notes.some(({code}) => code === 'understood-as-request')
  if (guessed && ids.length === 0) return undefined
  const noCommand = request.notes.filter(({code}) => code === 'unknown-at').map(note => noteText(host.uiLang, note))
  return {
    ...(request.topic === undefined ? {} : {topic: request.topic}),
    ids,
    ...(request.rounds === undefined ? {} : {rounds: request.rounds}),
    unknown,
    ...(noCommand.length > 0 ? {remarks: noCommand} : {}),
  }
}
