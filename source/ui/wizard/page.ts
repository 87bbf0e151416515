import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardPreview} from '../ports.ts'
import type {ComposerView} from '../terminal/composer.ts'
import type {Style} from '../terminal/sgr.ts'
import {listRows} from './list-rows.ts'
import {modelRows, voiceQuestion} from './model-rows.ts'
import {apart, blank, bold, clip, dim, paragraph, type Row, row, span} from './row.ts'
import {chosenSpans, hiddenRows, type Place, seatRows, tableRows, voiceName} from './seat-rows.ts'
import {matchesOf, peopleOf, personaOf} from './seats.ts'
import {askedVoices, confirmRows, mostRounds, roundsOf, type StepId, steps, voiceOfSeat, type WizardState} from './state.ts'

/** What the page shows besides the state. */
export type Given = {
  readonly words: WizardWords
  readonly columns: number
  /** Rows between the two rules. */
  readonly rows: number
  readonly composer: ComposerView
  readonly preview: WizardPreview | undefined
}

/** The whole page from top to bottom: answered questions as one line each, the one in hand open, those to come dim. */
export function pageRows(state: WizardState, given: Given): readonly Row[] {
  const x = textColumn(given.words)
  const airy = given.rows >= 17
  const build = (room: number): readonly Row[] => {
    const place: Place = {words: given.words, columns: given.columns, x, room}
    const rows = steps.flatMap(step => {
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

type Around = Place & {readonly given: Given}

export const textColumn = (words: WizardWords): number => 3 + labelWidth(words) + 2

const labelWidth = (words: WizardWords): number => Math.max(...steps.map(step => textWidth(words[`step.${step}`])))

function head(step: StepId, around: Around, style: {mark: string; label?: Style; marked?: Style; text?: string}) {
  const label = style.text ?? around.words[`step.${step}`]
  const gap = ' '.repeat(labelWidth(around.words) - textWidth(label) + 2)
  return [span(' '), span(`${style.mark} `, style.marked), span(label, style.label), span(gap)]
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

/** An answered question, or one that is still to come, on one line; at the confirmation the whole answer. */
function foldedRows(state: WizardState, step: StepId, around: Around): readonly Row[] {
  const {words, columns, x} = around
  const confirming = state.step === 'confirm'
  const here = confirming && confirmRows[state.at.confirm] === step
  const answered = state.answered.includes(step)
  const mark = here ? '›' : answered ? '✓' : ' '
  const start = head(step, around, {
    mark,
    ...(here ? {label: bold} : answered ? {} : {label: dim}),
    ...(here ? {marked: bold} : {marked: {color: 'green'}}),
  })
  const room = columns - x - 1
  if (step === 'seats' && confirming) {
    const [first, ...others] = tableRows(state, {...around, x})
    return [{spans: [...start, ...(first?.spans.slice(1) ?? [])], focus: here}, ...others]
  }
  if (step === 'seats') return [{spans: [...start, ...chosenSpans(state, words, room)]}]
  const speeches = confirming && step === 'rounds' && around.given.preview?.speeches
  const answer = `${answerOf(state, step, words)}${speeches ? fill(words.speeches, {count: speeches}) : ''}`
  const shown = answered || step === 'topic' || step === 'rounds' ? answer : ''
  if (step !== 'topic' || !confirming)
    return [{spans: [...start, span(clip(shown, room), answered ? undefined : dim)], focus: here}]
  const [first, ...others] = paragraph(shown, {x, columns, most: 3})
  return [{spans: [...start, ...(first?.spans.slice(1) ?? [])], focus: here}, ...others]
}

function answerOf(state: WizardState, step: StepId, words: WizardWords): string {
  const protocol = state.facts.protocols.find(({id}) => id === state.protocol)
  switch (step) {
    case 'topic':
      return state.topic
    case 'protocol':
      return protocol ? fill(words.modeRow, protocol) : ''
    case 'voice':
      return state.voice === 'rehearsal' ? words.rehearsing : state.voice === undefined ? '' : voiceName(state.voice, words)
    case 'rounds':
      return roundsSaid(roundsOf(state), words)
    case 'seats':
    case 'confirm':
      return ''
    default:
      return step satisfies never
  }
}

const roundsSaid = (rounds: number, words: WizardWords) => fill(rounds === 1 ? words.roundsOne : words.roundsMany, {rounds})

/** The question in hand. */
function openRows(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, x, given} = around
  const start = head(state.step, around, {mark: '›', label: bold, marked: {bold: true, color: 'cyan'}})
  const complaints = complaintRows(state, around)
  switch (state.step) {
    case 'topic':
      if (state.overlay === 'unfinished') return [{spans: [...start, span(words.resumeList, dim)]}, ...listRows(state, around)]
      return [...composerRows(start, given.composer, x), ...complaints, ...exampleRows(state, around)]
    case 'protocol':
      return [{spans: start}, ...complaints, ...listRows(state, around)]
    case 'voice': {
      const [first, ...others] = paragraph(voiceQuestion(state, words), {x, columns}, dim)
      return [{spans: [...start, ...(first?.spans.slice(1) ?? [])]}, ...others, ...complaints, ...listRows(state, around)]
    }
    case 'seats':
      return seatsOpen(state, around, complaints)
    case 'rounds': {
      const asked = fill(words.roundsAsk, {most: mostRounds})
      const field: Row = {spans: start, field: 'rounds', cursor: x + textWidth(state.rounds), focus: true}
      return [field, ...paragraph(asked, {x, columns}, dim), ...complaints]
    }
    case 'confirm':
      return confirmOpen(state, around)
    default:
      return state.step satisfies never
  }
}

function composerRows(start: Row['spans'], view: ComposerView, x: number): readonly Row[] {
  return view.rows.map((text, at) => ({
    spans: [...(at === 0 ? start : [span(' '.repeat(x))]), span(text)],
    ...(at === view.cursor.row ? {cursor: x + view.cursor.column, focus: true} : {}),
  }))
}

function exampleRows(state: WizardState, {words, columns, x, given}: Around): readonly Row[] {
  const empty = given.composer.rows.every(text => text === '')
  if (!empty || state.notice !== undefined) return []
  const examples = words.topicExamples.split('\n').flatMap(text => paragraph(text, {x: x + 2, columns, most: 2}, dim))
  return [...paragraph(words.topicAsk, {x, columns, most: 2}, dim), ...examples]
}

function seatsOpen(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const {words, columns, x, room} = around
  const start = head('seats', around, {mark: '›', label: bold, marked: {bold: true, color: 'cyan'}})
  if (state.overlay === 'naming') {
    const label = `${words.lineupName}  `
    const cursor = x + textWidth(label) + textWidth(state.naming)
    const field: Row = {spans: [...start, span(label, dim)], field: 'naming', cursor, focus: true}
    return [field, {spans: [span(' '.repeat(x)), ...chosenSpans(state, words, columns - x - 1)]}, ...complaints]
  }
  if (state.overlay === 'lineups') return [{spans: [...start, span(words.lineupsAsk, dim)]}, ...listRows(state, around)]
  if (state.overlay === 'problems') return [{spans: [...start, span(words.problemsAsk, dim)]}, ...listRows(state, around)]
  const typed = clip(state.filter, columns - x - 24)
  const count = matchesOf(state).length
  const hidden = hiddenRows(state.at.seats, count, room)
  const right = span(`${hidden}${fill(words.more, {shown: count, all: peopleOf(state).length})}`, dim)
  const left = [...start, typed === '' ? span(clip(` ${words.filterAsk}`, columns - x - 10 - hidden.length), dim) : span(typed)]
  const filter: Row = {...apart(left, [right], columns - 1), cursor: x + textWidth(typed), focus: state.at.seats === 0}
  const table = state.chosen.length > 0 ? [{spans: [span(' '.repeat(x)), ...chosenSpans(state, words, columns - x - 1)]}] : []
  // In a low window the list matters more than the counts.
  const low = around.given.rows < 14
  return [
    filter,
    ...(low ? [] : table),
    ...complaints,
    ...(room === 0 ? [] : seatRows(state, around)),
    ...(low ? [] : asideRows(state, around)),
  ]
}

/** Quiet counts below the list. */
function asideRows(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, x} = around
  const {lineups, problems} = state.facts
  const airy = around.given.rows >= 17 && lineups.length + problems.length > 0
  return [
    ...(airy ? [blank] : []),
    ...(lineups.length > 0 ? paragraph(fill(words.lineups, {count: lineups.length}), {x, columns, most: 1}, dim) : []),
    ...(problems.length > 0 ? paragraph(fill(words.problems, {count: problems.length}), {x, columns, most: 1}, dim) : []),
  ]
}

function complaintRows(state: WizardState, {words, columns, x}: Around): readonly Row[] {
  const {notice} = state
  const calm = notice?.key === 'lineupSaved'
  const said = notice ? [fill(words[notice.key], safeSlots(notice.slots ?? {}))] : []
  const place = {x: x + 2, columns, most: 3}
  const texts = [...said, ...state.objections.map(({text}) => text)]
  return texts.flatMap(text => {
    const [first, ...others] = paragraph(text, place)
    const mark = calm ? span('✓ ', {color: 'green'}) : span('! ', {color: 'yellow', bold: true})
    return [{spans: [span(' '.repeat(x)), mark, ...(first?.spans.slice(1) ?? [])], focus: true}, ...others]
  })
}

const safeSlots = (slots: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(slots).map(([key, value]) => [key, typeof value === 'number' ? value : clip(value, 60)]))

/** What follows the answers: how much there is to come, where it is kept, and what the seats are; then the two ways on. */
function confirmOpen(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, given} = around
  const x = columns < 60 ? 3 : around.x
  const airy = given.rows >= 17 ? [blank] : []
  const at = confirmRows[state.at.confirm]
  const indent = span(' '.repeat(x))
  const rehearsed = state.chosen.some(id => voiceOfSeat(state, id) === 'rehearsal')
  const [folder, ...folders] = paragraph(given.preview?.folder ?? '', {x: around.x, columns, most: 2})
  const paid = askedVoices(state).some(({asks}) => asks === 'paid')
  const choice = (id: 'begin' | 'back') => {
    const here = at === id
    const word = id === 'begin' && paid ? words.beginPaid : words[id]
    return {
      spans: [indent, span(here ? '› ' : '  ', bold), span(word, here ? {bold: true, color: 'cyan'} : dim)],
      focus: here,
    }
  }
  return [
    {spans: [...head('confirm', around, {mark: ' ', text: words.records}), ...(folder?.spans.slice(1) ?? [])]},
    ...folders,
    ...(given.preview?.facts ?? []).flatMap(text => paragraph(text, {x, columns, most: 2})),
    ...airy,
    ...(rehearsed ? paragraph(words.rehearsalNotice, {x, columns}, {color: 'yellow'}) : []),
    ...modelRows(state, {words, columns, x, preview: given.preview}),
    ...paragraph(words.notice, {x, columns}, dim),
    ...complaintRows(state, around),
    ...airy,
    choice('begin'),
    choice('back'),
  ]
}
