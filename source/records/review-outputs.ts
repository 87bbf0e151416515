import type {Seat} from '../core/events.ts'
import {shortName} from '../core/names.ts'
import {reviewOptions, reviewTurn} from '../core/review.ts'
import {outputsOf, type RoundOutput, roundsBegun} from '../core/review-history.ts'
import {digestOf} from '../core/review-summary.ts'
import {asPosition} from '../core/stance.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {oneLine} from '../core/text.ts'
import {type ReviewWords, reviewWords} from '../i18n/review.ts'
import {type Block, fileOf} from './blocks.ts'
import {atStart, inline} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions} from './reading.ts'
import {reviewFacts} from './review-transcript.ts'

type File<N extends string> = {readonly name: N; readonly text: string}
const block = (...lines: readonly string[]): Block => ({lines})

/** `rounds/round-N/<role>.md`: what a role came to in a round that began, also where that was nothing. */
export function outputFiles(reading: Reading): readonly File<`rounds/round-${number}/${string}.md`>[] {
  const names = fileNames(reading.meeting.seats)
  return roundsIn(reading).flatMap(round => {
    const outputs = outputsOf(reading.state, round)
    return reading.meeting.seats.map(seat => {
      const output = outputs.find(one => one.seat.id === seat.id)
      const name = `rounds/round-${round}/${names.get(seat.id) ?? 'role'}.md` as const
      return {name, text: outputFile(reading, seat, {round, output})}
    })
  })
}

/** `synthesis/round-N-summary.md`: where each role stands, and the first sentence of each of its points. */
export function summaryFiles(reading: Reading): readonly File<`synthesis/round-${number}-summary.md`>[] {
  const own = reviewWords[reading.meeting.lang]
  return roundsIn(reading).map(round => {
    const outputs = outputsOf(reading.state, round)
    const text = fileOf([
      block(fill(own.summaryTitle, {round})),
      ...unfinished(reading),
      block(own.summaryNote),
      ...stanceTable(
        reading,
        outputs.map(output => ({...output, round})),
      ),
      ...reading.meeting.seats.flatMap(seat => {
        const output = outputs.find(one => one.seat.id === seat.id)
        const head = block(`## ${nameIn(reading, seat.id)}`)
        if (!output) return [head, block(own.absent)]
        const {claims} = digestOf(output.given.text)
        return [head, claims.length ? {lines: [own.claims], quoted: claims.join('\n')} : block(own.claimsNone)]
      }),
    ])
    return {name: `synthesis/round-${round}-summary.md` as const, text}
  })
}

export function briefFile(reading: Reading, options: RecordOptions): File<'brief.md'> {
  const own = reviewWords[reading.meeting.lang]
  const briefs = reviewOptions(reading.meeting).materials.filter(({kind}) => kind === 'brief')
  const text = fileOf([
    block(own.briefTitle),
    ...unfinished(reading),
    block(...reviewFacts(reading, options).map(([name, value]) => fill(reading.words.field, {name, value}))),
    ...briefs.flatMap(({label, bytes, text, truncated}) => [
      {lines: [`## ${inline(label)}`], quoted: text},
      ...(truncated ? [block(fill(own.cutMark, {bytes}))] : []),
    ]),
    ...(briefs.length ? [] : [block(own.briefNone)]),
  ])
  return {name: 'brief.md', text}
}

/** `materials/README.md`: what was put before the meeting. The originals beside it are copies that the program made at the start. */
export function materialsFile(reading: Reading): File<'materials/README.md'> {
  const own = reviewWords[reading.meeting.lang]
  const text = fileOf([block(own.materialsTitle), ...unfinished(reading), materialsTable(reading)])
  return {name: 'materials/README.md', text}
}

export function materialsTable({meeting}: Reading): Block {
  const own = reviewWords[meeting.lang]
  const {materials} = reviewOptions(meeting)
  const kinds = {brief: own.kindBrief, material: own.kindMaterial, file: own.kindFile}
  const rows = materials.map(({kind, label, bytes, sha256, truncated}) =>
    fill(own.materialsRow, {
      label: inline(label),
      kind: kinds[kind],
      bytes,
      hash: inline(sha256),
      state: truncated ? own.stateCut : own.stateWhole,
    }),
  )
  return rows.length ? block(own.materialsHead, own.materialsRule, ...rows) : block(own.materialsNone)
}

/** Where each role stood, round by round. */
export function stanceTable(reading: Reading, outputs: readonly (RoundOutput & {readonly round: number})[]): readonly Block[] {
  const own = reviewWords[reading.meeting.lang]
  if (outputs.length === 0) return [block(own.stancesNone)]
  const rows = outputs.map(({seat, given, round}) =>
    fill(own.stancesRow, {name: nameIn(reading, seat.id), round, ...stanceCells(own, given.data)}),
  )
  return [block(own.stancesHead, own.stancesRule, ...rows)]
}

function stanceCells(own: ReviewWords, data: unknown): {readonly stance: string; readonly confidence: string | number} {
  const position = asPosition(data)
  return position ? {...position, stance: own[position.stance]} : {stance: own.none, confidence: own.none}
}

const roundsIn = ({state}: Reading) => Array.from({length: roundsBegun(state)}, (_, index) => index + 1)
const unfinished = ({finished, words}: Reading) => (finished ? [] : [block(words.unfinished)])

function outputFile(reading: Reading, seat: Seat, {round, output}: {round: number; output: RoundOutput | undefined}): string {
  const own = reviewWords[reading.meeting.lang]
  const facts: Readonly<Record<string, string>> = {
    role: seat.id,
    provider: reading.state.voices.get(seat.id)?.provider ?? seat.provider,
    status: statusOf(reading, seat, {round, output}),
    sessionMode: output ? (output.given.sessionMode ?? (output.given.session ? 'persistent' : 'unknown')) : 'none',
    stance: asPosition(output?.given.data)?.stance ?? 'none',
  }
  // JSON strings are YAML strings, whatever stands in them.
  const front = Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(oneLine(value))}`)
  const title = block(`${fill(own.outputTitle, {name: atStart(nameIn(reading, seat.id)), round})}`)
  const answers = output?.challenged
    ? [
        {lines: [own.first], quoted: output.first.text},
        {lines: [own.second], quoted: output.challenged.text},
      ]
    : [output ? {lines: [], quoted: output.first.text} : block(own.absent)]
  return fileOf([block('---', ...front, '---'), title, ...unfinished(reading), ...answers])
}

function statusOf({state}: Reading, seat: Seat, {round, output}: {round: number; output: RoundOutput | undefined}): string {
  if (output) return 'completed'
  const skipped = ofType(state.log, 'turn.skipped').findLast(({who, key}) => {
    const turn = reviewTurn(key)
    return who === seat.id && turn?.kind === 'round' && turn.round === round
  })
  return skipped?.reason ?? 'pending'
}

/** One name a role, fit for every disk. */
function fileNames(seats: readonly Seat[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const {id} of seats) {
    const base = shortName(id.toLowerCase()) || 'role'
    const taken = new Set(names.values())
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base}-${n}`
    names.set(id, name)
  }
  return names
}
