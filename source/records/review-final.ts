import {reviewOptions, reviewTurn} from '../core/review.ts'
import {allOutputs, gapsOf, outputsOf, roundsBegun, verdictOf} from '../core/review-history.ts'
import {headingOf, markdownLines, type Report, readReport, type Section, sections} from '../core/review-report.ts'
import {asPosition} from '../core/stance.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {reviewWords} from '../i18n/review.ts'
import {type Block, fileOf} from './blocks.ts'
import {usageLines} from './digest.ts'
import {inline, quotable} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions, voiceIn} from './reading.ts'
import {stanceTable} from './review-outputs.ts'
import {provenance} from './review-provenance.ts'
import {reviewFacts} from './review-transcript.ts'

type Synthesis = {readonly name: 'synthesis/final.md' | 'synthesis/final.draft.md'; readonly text: string}
const block = (...lines: readonly string[]): Block => ({lines})

/** The judge's report with the program's provenance; without one, when the meeting is over, a draft of what the program can tell. */
export function synthesisFiles(reading: Reading, options: RecordOptions): readonly Synthesis[] {
  const verdict = verdictOf(reading.state)
  if (verdict) return [{name: 'synthesis/final.md', text: finalText(reading, verdict.text, options)}]
  return reading.finished ? [{name: 'synthesis/final.draft.md', text: draftText(reading, options)}] : []
}

function finalText(reading: Reading, text: string, options: RecordOptions): string {
  const {meeting, state} = reading
  const own = reviewWords[meeting.lang]
  const {prompts} = meeting.templates
  const report = readReport(quotable(text), prompts)
  const voice = state.voices.get('recorder') ?? meeting.recorder ?? {provider: ''}
  return fileOf([
    ...head(reading, own.finalTitle, options),
    block(fill(own.byJudge, {voice: voiceIn(reading, voice)})),
    ...(meeting.rehearsal ? [block(own.rehearsal)] : []),
    ...sections.flatMap(section => [
      block(`## ${headingOf(prompts, section)}`),
      block(...safeMarkdown(report.bodies.get(section) ?? '')),
      ...(section === 'gaps' ? added(reading, report) : []),
    ]),
    ...provenance(reading),
    ...usageLines(reading).map(line => block(line)),
  ])
}

/** What the judge may have left out of the evidence gaps, although it is a fact of the meeting. */
function added(reading: Reading, report: Report): readonly Block[] {
  const own = reviewWords[reading.meeting.lang]
  const said = report.bodies.get('gaps') ?? ''
  const cut = reviewOptions(reading.meeting).materials.filter(({truncated, label}) => truncated && !said.includes(label))
  const rows = cut.map(({label, bytes}) => fill(own.cutRow, {label: inline(label), bytes}))
  const gaps = gapsOf(reading.state).filter(({name}) => !said.includes(name))
  const names = gaps.map(seat => nameIn(reading, seat.id)).join(reading.words.listComma)
  return [...(rows.length ? [block(own.cutAdded, '', ...rows)] : []), ...(names ? [block(fill(own.gapsAdded, {names}))] : [])]
}

function draftText(reading: Reading, options: RecordOptions): string {
  const own = reviewWords[reading.meeting.lang]
  const {prompts} = reading.meeting.templates
  const partial = unfinishedReport(reading)
  const missing = partial ? readReport(partial, prompts).missing : []
  const names = missing.map((section: Section) => headingOf(prompts, section)).join(reading.words.listComma)
  return fileOf([
    ...head(reading, own.draftTitle, options),
    block(partial ? fill(own.draftLacks, {names: names || own.none}) : own.draftNone),
    ...(reading.meeting.rehearsal ? [block(own.rehearsal)] : []),
    block(own.stancesHeading),
    ...stanceTable(reading, allOutputs(reading.state)),
    ...counted(reading),
    ...(partial ? [{lines: [own.partHeading], quoted: partial}] : []),
    ...provenance(reading),
  ])
}

const head = (reading: Reading, title: string, options: RecordOptions): readonly Block[] => [
  block(title),
  ...(reading.finished ? [] : [block(reading.words.unfinished)]),
  block(...reviewFacts(reading, options).map(([name, value]) => fill(reading.words.field, {name, value}))),
]

/** What the judge's last attempt left behind. */
const unfinishedReport = ({state}: Reading): string | undefined =>
  ofType(state.log, 'turn.failed').findLast(event => reviewTurn(event.key)?.kind === 'verdict' && event.partial)?.partial

/** A count of stance lines of the latest round, and nothing read into it. */
function counted(reading: Reading): readonly Block[] {
  const own = reviewWords[reading.meeting.lang]
  const stances = outputsOf(reading.state, roundsBegun(reading.state)).flatMap(({given}) => asPosition(given.data)?.stance ?? [])
  const kinds = [...new Set(stances)].map(stance => ({
    stance: own[stance],
    count: stances.filter(one => one === stance).length,
  }))
  const [only] = kinds
  if (!only) return []
  const counts = kinds.map(kind => fill(own.countOne, kind)).join(reading.words.listComma)
  return [block(own.countHeading), block(kinds.length === 1 ? fill(own.countSame, only) : fill(own.countMixed, {counts}))]
}

/**
 * A judge's Markdown as part of a file of ours: no raw HTML, no heading of the first two levels by underlining, no code fence that
 * runs on into what follows.
 */
function safeMarkdown(text: string): readonly string[] {
  let before = ''
  let open = ''
  const lines = markdownLines(text).flatMap(({line, code}): readonly string[] => {
    const last = before
    before = code ? '' : line.trim()
    if (code) {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
      if (open === '') open = mark
      else if (mark.startsWith(open) && line.trim() === mark) open = ''
      return [line]
    }
    const plain = line.replace(/<(?=[A-Za-z/!?])/g, '\\<')
    if (last !== '' && /^\s{0,3}=+\s*$/.test(plain)) return [plain.replace('=', '\\=')]
    return last !== '' && /^\s{0,3}-+\s*$/.test(plain) ? ['', plain] : [plain]
  })
  return open === '' ? lines : [...lines, open]
}
