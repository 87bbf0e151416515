import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardFile} from '../ports.ts'
import {type Around, openHead} from './around.ts'
import {composerRows} from './composer-rows.ts'
import {bold, cell, clip, dim, paragraph, type Row, row, span} from './row.ts'
import {windowFrom} from './seat-rows.ts'
import type {WizardState} from './state.ts'

/** The field for paths, and what was put before the review so far, each with how much of it a prompt carries. */
export function filesOpen(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const {words, columns, x, given} = around
  const {files} = state
  const empty = given.composer.rows.every(text => text === '')
  const ask = empty && complaints.length === 0 ? paragraph(words.filesAsk, {x, columns, most: given.rows < 14 ? 2 : 3}, dim) : []
  return [...composerRows(openHead('files', around), given.composer, x), ...complaints, ...ask, ...fileRows(files, state, around)]
}

/** Everything that lies before the review, a line each as far as there is room for so many. */
export function fileLines({files}: WizardState, {words, columns, x, given}: Around): readonly Row[] {
  const most = given.rows < 17 ? 2 : given.rows < 26 ? 4 : 12
  const shown = files.length > most ? files.slice(0, most - 1) : files
  const room = columns - x - 1
  const rows = shown.map(file => {
    const text = [words[`file.${file.kind}`], clip(file.label, 40), aboutOf(file, words)].join(' · ')
    return row(span(' '.repeat(x)), span(clip(text, room), file.kept === undefined ? undefined : {color: 'yellow'}))
  })
  const more = files.length - shown.length
  return more === 0 ? rows : [...rows, row(span(' '.repeat(x)), span(fill(words.filesMore, {count: more}), dim))]
}

function fileRows(files: readonly WizardFile[], state: WizardState, {words, columns, x, room}: Around): readonly Row[] {
  const shown = Math.max(1, room)
  const from = windowFrom(state.at.files, files.length, shown)
  const left = columns < 60 ? 1 : x
  const abouts = files.map(file => aboutOf(file, words))
  const width = columns - left - 3
  const kind = Math.max(...(['brief', 'material'] as const).map(id => textWidth(words[`file.${id}`])))
  const label = Math.min(Math.max(2, ...files.map(file => textWidth(clip(file.label, 60)))), Math.floor(width * 0.5))
  return files.slice(from, from + shown).map((file, index) => {
    const here = from + index === state.at.files
    return {
      spans: [
        span(' '.repeat(left)),
        span(here ? '› ' : '  ', bold),
        span(cell(words[`file.${file.kind}`], kind), dim),
        span(`  ${cell(file.label, label)}`, here ? bold : undefined),
        span(
          `  ${clip(abouts[from + index] ?? '', width - kind - label - 4)}`,
          file.kept === undefined && !file.remarks?.length ? dim : {color: 'yellow'},
        ),
      ],
      focus: here,
    }
  })
}

function aboutOf({bytes, kept, remarks = []}: WizardFile, words: WizardWords): string {
  const size = fill(words.fileSize, {bytes})
  return [size, ...(kept === undefined ? [] : [fill(words.fileCut, {kept})]), ...remarks].join(' · ')
}

/** On one line: how many, which, and how many of them are cut. */
export function filesFolded({files}: WizardState, words: WizardWords): string {
  if (files.length === 0) return words.filesNone
  const cut = files.filter(({kept}) => kept !== undefined).length
  const names = files.map(({label}) => clip(label, 40)).join(words.listSeparator)
  return fill(cut > 0 ? words.filesCut : words.filesSome, {count: files.length, names, cut})
}
