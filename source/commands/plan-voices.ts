import {mostBoardRounds} from '../core/board-request.ts'
import {councilIn} from '../core/council-member.ts'
import type {Lang} from '../core/events.ts'
import {languageOf} from '../core/request.ts'
import type {tell, WordKey, Words} from '../i18n/index.ts'
import {voiceText} from '../i18n/voices.ts'
import {ledgerName, parseVoice} from '../providers/index.ts'
import {rehearsable} from '../providers/rehearsal/speak.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import type {Host} from './host.ts'

export type Voice = {readonly provider: string; readonly model?: string}
export type PlannedSeat = Voice & {readonly persona: LoadedPersona}

/** Rounds of a round table for which the material of a persona is enough; an expert's is for as many as a board can have. */
const rehearsalRounds = 3

/** A voice as the ledger names it. One that does not exist comes back as it was written, and what is wrong is said once. */
export function voiceOf(said: string, host: Host, usage: string[]): Voice {
  const voice = parseVoice(said)
  if ('ok' in voice) return {provider: ledgerName(voice.ok), ...(voice.ok.model ? {model: voice.ok.model} : {})}
  const problem = voiceText(host.uiLang, voice.problem)
  if (!usage.includes(problem)) usage.push(problem)
  return {provider: said}
}

/** The tests hold that our own figures last on a topic in their language; trying it out takes a moment that others have to wait. */
const isUnproven = (persona: LoadedPersona, {topic, lang}: {topic: string; lang: Lang}) =>
  persona.origin.kind !== 'built-in' || languageOf(topic) !== lang

/** A rehearsal recites what an author allowed, in the file's language, as far as the material goes, and never beside a model. */
export function checkRehearsal(
  seats: readonly PlannedSeat[],
  meeting: {topic: string; rounds: number; lang: Lang; words: Words; moderator?: string; council?: boolean},
  wrong: (key: WordKey, slots?: Parameters<typeof tell>[2]) => void,
): void {
  const rehearsed = seats.filter(seat => seat.provider === 'rehearsal')
  if (rehearsed.length === 0) return
  const others = seats.filter(seat => seat.provider !== 'rehearsal')
  if (others.length > 0) wrong('usageMixed', {names: others.map(seat => seat.persona.displayName).join(', ')})
  const board = meeting.moderator !== undefined
  const most = board ? mostBoardRounds : rehearsalRounds
  if (meeting.rounds > most) wrong('usageRehearsalRounds', {rounds: meeting.rounds})
  for (const {persona} of rehearsed) {
    // A moderator gathers what others said, and recites nothing.
    if (persona.id === meeting.moderator) continue
    if (!persona.rehearsal) wrong('usageCannotRehearse', {name: persona.displayName})
    else if (persona.lang !== meeting.lang) {
      wrong('usageRehearsalLanguage', {
        name: persona.displayName,
        fileLang: meeting.words[`lang.${persona.lang}`],
        lang: meeting.words[`lang.${meeting.lang}`],
      })
    } else if (meeting.council) {
      if (councilIn(persona.body) === undefined) wrong('usageCannotRehearse', {name: persona.displayName})
    } else if (isUnproven(persona, meeting) && meeting.topic && meeting.rounds > 0 && meeting.rounds <= most) {
      const fault = rehearsable(
        {id: persona.id, name: persona.displayName, body: persona.body},
        {...meeting, board: meeting.moderator !== undefined},
      )
      if (fault) wrong('usageRehearsalThin', {name: persona.displayName, message: fault.message})
    }
  }
}
