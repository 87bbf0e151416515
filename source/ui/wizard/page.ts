import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import {type Around, type Given, openHead, textColumn} from './around.ts'
import {complaintRows} from './complaint-rows.ts'
import {composerRows} from './composer-rows.ts'
import {confirmOpen} from './confirm-open.ts'
import {isOnTopics} from './council.ts'
import {topicsOpen, waysOpen} from './council-rows.ts'
import {filesOpen} from './file-rows.ts'
import {foldedRows, roundsSaid} from './folded-rows.ts'
import {keyRows, serviceRows} from './key-rows.ts'
import {listRows} from './list-rows.ts'
import {voiceQuestion} from './model-rows.ts'
import {modeOf, stepsOf} from './modes.ts'
import {blank, clip, dim, paragraph, type Row, row, span} from './row.ts'
import type {Place} from './seat-rows.ts'
import {personaOf} from './seats.ts'
import {seatsOpen} from './seats-open.ts'
import type {WizardState} from './state.ts'

/** The whole page from top to bottom: answered questions as one line each, the one in hand open, those to come dim. */
export function pageRows(state: WizardState, given: Given): readonly Row[] {
  const x = textColumn(given.words)
  const airy = given.rows >= 17
  const build = (room: number): readonly Row[] => {
    const place: Place = {words: given.words, columns: given.columns, x, room}
    const rows = stepsOf(state).flatMap(step => {
      if (step !== state.step) return foldedRows(state, step, {...place, given})
      const open = openRows(state, {...place, given})
      return airy && step !== 'confirm' ? [...open, blank] : open
    })
    return [...(airy ? [blank] : []), ...noteRows(state, {...place, given}), ...rows]
  }
  // The list in hand takes what the rest leaves over.
  const rest = build(0).length
  return build(Math.max(3, given.rows - rest))
}

/** The offer to go on with a meeting; else what was understood of a sentence. */
function noteRows(state: WizardState, {words, columns, given}: Around): readonly Row[] {
  const gap = given.rows >= 17 ? [blank] : []
  const [newest] = state.facts.unfinished
  if (state.step === 'topic' && newest && state.overlay !== 'unfinished') {
    const {length} = state.facts.unfinished
    const said = fill(length === 1 ? words.resumeOne : words.resumeMany, {count: length, topic: clip(newest.topic, 60)})
    const hint = `  Ctrl+R ${words['key.resume']}`
    const room = columns - 4 - textWidth(hint)
    return [row(span(' ↻ ', {color: 'cyan'}), span(clip(said, room), dim), span(hint)), ...gap]
  }
  const {understood} = state
  if (understood === undefined || state.step === 'topic') return []
  const parts = [
    ...(understood.topic ? [fill(words.understoodTopic, {topic: clip(understood.topic, 40)})] : []),
    ...(understood.ids.length > 0 ? [state.chosen.map(id => nameIn(state, id)).join(words.listSeparator)] : []),
    ...(understood.rounds === undefined ? [] : [roundsSaid(understood.rounds, words)]),
  ]
  const missed =
    understood.unknown.length > 0 ? fill(words.unknown, {names: clip(understood.unknown.join(words.listSeparator), 60)}) : ''
  const said = parts.length > 0 ? fill(words.understood, {parts: parts.join(' · ')}) : ''
  const remarks = (understood.remarks ?? []).map(remark => clip(remark, 80))
  return [...paragraph([said, missed, ...remarks].filter(Boolean).join('  '), {x: 1, columns, most: 2}, dim), ...gap]
}

const nameIn = (state: WizardState, id: string) => clip(personaOf(state, id)?.name ?? id, 20)

/** The question in hand. */
function openRows(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, x, given} = around
  const start = openHead(state.step, around)
  const complaints = complaintRows(state, around)
  switch (state.step) {
    case 'topic':
      if (state.overlay === 'unfinished') return [{spans: [...start, span(words.resumeList, dim)]}, ...listRows(state, around)]
      return [...composerRows(start, given.composer, x), ...complaints, ...exampleRows(state, around)]
    case 'protocol':
      return [{spans: start}, ...complaints, ...listRows(state, around)]
    case 'voice': {
      if (state.overlay === 'services') return serviceRows(state, around, complaints)
      if (state.overlay === 'key') return keyRows(state, around, complaints)
      // In a low window what just happened matters more than the question.
      const most = given.rows < 14 && complaints.length > 0 ? 1 : 5
      const [first, ...others] = paragraph(voiceQuestion(state, words), {x, columns, most}, dim)
      return [{spans: [...start, ...(first?.spans.slice(1) ?? [])]}, ...others, ...complaints, ...listRows(state, around)]
    }
    case 'files':
      return filesOpen(state, around, complaints)
    case 'debate':
    case 'discover':
      return waysOpen(state.step, state, around, complaints)
    case 'seats':
      return isOnTopics(state) ? topicsOpen(state, around, complaints) : seatsOpen(state, around, complaints)
    case 'rounds': {
      const asked = fill(given.protocol === 'review' ? words.roundsAskReview : words.roundsAsk, {
        most: modeOf(given.protocol).mostRounds,
      })
      const field: Row = {spans: start, field: 'rounds', cursor: x + textWidth(state.rounds), focus: true}
      return [field, ...paragraph(asked, {x, columns}, dim), ...complaints]
    }
    case 'confirm':
      return confirmOpen(state, around)
    default:
      return state.step satisfies never
  }
}

function exampleRows(state: WizardState, {words, columns, x, given}: Around): readonly Row[] {
  const empty = given.composer.rows.every(text => text === '')
  if (!empty || state.notice !== undefined) return []
  const examples = words.topicExamples.split('\n').flatMap(text => paragraph(text, {x: x + 2, columns, most: 2}, dim))
  return [...paragraph(words.topicAsk, {x, columns, most: 2}, dim), ...examples]
}
