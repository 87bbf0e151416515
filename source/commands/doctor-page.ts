import type {Lang} from '../core/events.ts'
import {oneLine} from '../core/text.ts'
import {padTo, textWidth, wrap} from '../core/width.ts'
import {doctorSays} from '../i18n/doctor.ts'
import {aspects, type DoctorReport} from './doctor-report.ts'

type Entry = DoctorReport['providers'][number]

/** Columns of the page, whatever the terminal has: it is also read in files and mails. */
const COLUMNS = 80
const MOST_NAME = 12

/** The report for people: a table of what is there, what stands behind each cell that is not good, and what to do next. */
export function doctorPage(report: DoctorReport, lang: Lang, strict: boolean): readonly string[] {
  const here = report.providers.filter(isHere)
  const absent = report.providers.filter(entry => !isHere(entry))
  const name = Math.min(MOST_NAME, Math.max(4, ...report.providers.map(({id}) => textWidth(oneLine(id, MOST_NAME)))))
  const say = doctorSays.bind(undefined, lang)
  const note = (text: string) => wrap(text, COLUMNS)
  return [
    say('title', {version: report.program}),
    ...(report.inside === null ? [] : note(say('inside', {agent: report.inside}))),
    '',
    ...(here.length === 0 ? [] : [tableRow(['column.name', ...aspects.map(aspect => `column.${aspect}` as const)], name, lang)]),
    ...here.flatMap(entry => [tableRow(cellsOf(entry), name, lang), ...under(entry, lang), '']),
    ...(absent.length === 0
      ? []
      : [...(here.length > 0 ? [say('more')] : []), ...absent.flatMap(entry => absentRows(entry, name)), '']),
    ...(report.providers.length === 0 ? [say('nothing')] : []),
    ...(here.length === 0 ? [] : [...note(say('legend')), '']),
    ...note(proposalLine(report, lang)),
    ...(strict ? strictLines(report, lang).flatMap(note) : []),
  ]
}

/** Something of it is on this machine: a program, a server, a key. The others need one line. */
const isHere = ({findings}: Entry): boolean =>
  !findings.some(
    ({aspect, claim, code}) =>
      (aspect === 'found' && claim === 'failed' && code !== 'hangs' && code !== 'does-not-run') || code === 'http-no-key',
  )

type Cell = Parameters<typeof doctorSays>[1] | {readonly text: string}

const cellsOf = ({id, findings}: Entry): readonly Cell[] => [
  {text: oneLine(id, MOST_NAME)},
  ...findings.map(({claim}) => `claim.${claim}` as const),
]

function tableRow(cells: readonly Cell[], name: number, lang: Lang): string {
  const widest = aspects.map(aspect =>
    Math.max(
      textWidth(doctorSays(lang, `column.${aspect}`)),
      ...(['verified', 'believed', 'unknown', 'failed'] as const).map(claim => textWidth(doctorSays(lang, `claim.${claim}`))),
    ),
  )
  const text = (cell: Cell) => (typeof cell === 'string' ? doctorSays(lang, cell) : cell.text)
  return cells
    .map((cell, at) => padTo(text(cell), at === 0 ? name : (widest[at - 1] ?? 0)))
    .join(' ')
    .trimEnd()
}

/** What there is, why a cell is not good, and the next thing to do. */
function under(entry: Entry, lang: Lang): readonly string[] {
  const say = doctorSays.bind(undefined, lang)
  const {version, checkedWith: checked, path, server} = entry
  const known =
    version === null
      ? checked === null || path === null
        ? ''
        : say('unversioned', {checked})
      : checked === null || checked === version
        ? say('version', {version})
        : say('versionChecked', {version, checked})
  const facts = [
    entry.experimental ? say('experimental') : '',
    known,
    path ?? '',
    server === null ? '' : say('server', {host: oneLine(server, 60)}),
  ].filter(Boolean)
  return [
    ...indented(facts.map(fact => oneLine(fact, 200)).join(' · '), '  '),
    ...reasonsOf(entry, lang).flatMap(reason => indented(reason, '  ')),
    ...(entry.next === null ? [] : indented(`→ ${oneLine(entry.next)}`, '  ')),
  ]
}

/** Cells with the same reason are told together. */
function reasonsOf({findings}: Entry, lang: Lang): readonly string[] {
  const reasons = new Map<string, string[]>()
  for (const {aspect, claim, code, text} of findings) {
    // The version has been told above.
    if ((claim !== 'unknown' && claim !== 'failed') || code === 'found') continue
    reasons.set(text, [...(reasons.get(text) ?? []), doctorSays(lang, `column.${aspect}`)])
  }
  const [between, colon] = lang === 'zh' ? ['、', '：'] : [', ', ': ']
  return [...reasons].map(([text, names]) => `${names.join(between)}${colon}${oneLine(text, 200)}`)
}

const absentRows = ({id, detail, next}: Entry, name: number): readonly string[] => {
  const indent = ' '.repeat(name + 1)
  const [first = '', ...others] = wrap(next === null ? oneLine(detail) : `→ ${oneLine(next)}`, COLUMNS - name - 3)
  return [`  ${padTo(oneLine(id, MOST_NAME), name)} ${first}`, ...others.map(line => `  ${indent}${line}`)]
}

function indented(text: string, indent: string): readonly string[] {
  return text === '' ? [] : wrap(text, COLUMNS - indent.length).map(line => `${indent}${line}`)
}

function proposalLine({proposed, providers}: DoctorReport, lang: Lang): string {
  const entry = providers.find(({id}) => id === proposed)
  return entry ? doctorSays(lang, 'proposed', {name: entry.name, id: entry.id}) : doctorSays(lang, 'proposedNone')
}

function strictLines({strict: {ok, voices}}: DoctorReport, lang: Lang): readonly string[] {
  const separator = lang === 'zh' ? '、' : ', '
  if (voices.length === 0) return [doctorSays(lang, 'strictNone')]
  if (ok) return [doctorSays(lang, 'strictOk', {ids: voices.map(({voice}) => oneLine(voice, 40)).join(separator)})]
  return voices.flatMap(({voice, known, missing}) => {
    const id = oneLine(voice, 40)
    if (!known) return [doctorSays(lang, 'strictUnknown', {id})]
    const aspects = missing.map(aspect => doctorSays(lang, `column.${aspect}`)).join(separator)
    return missing.length > 0 ? [doctorSays(lang, 'strictMissing', {id, aspects})] : []
  })
}
