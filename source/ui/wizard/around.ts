import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardPreview} from '../ports.ts'
import type {ComposerView} from '../terminal/composer.ts'
import type {Span, Style} from '../terminal/sgr.ts'
import type {Grounds} from './desks.ts'
import type {StepId} from './modes.ts'
import {bold, span} from './row.ts'
import type {Place} from './seat-rows.ts'

/** What the page shows besides the state. */
export type Given = {
  readonly words: WizardWords
  readonly columns: number
  /** Rows between the two rules. */
  readonly rows: number
  readonly composer: ComposerView
  readonly preview: WizardPreview | undefined
  readonly protocol: string
  /** What a council would read; known while that is the question. */
  readonly grounds?: Grounds | undefined
}

/** What every part of the page is given: where it stands, and what is shown. */
export type Around = Place & {readonly given: Given}

export const textColumn = (words: WizardWords): number => 3 + labelWidth(words) + 2

/** The same for all kinds of meeting, so that nothing moves when another one is chosen. */
const labelWidth = (words: WizardWords): number => Math.max(...labels.map(label => textWidth(words[`step.${label}`])))

const labels = [
  'topic',
  'protocol',
  'files',
  'voice',
  'seats',
  'roles',
  'members',
  'rounds',
  'debate',
  'discover',
  'confirm',
] as const

function labelOf(step: StepId, {words, given}: Around): string {
  if (step !== 'seats') return words[`step.${step}`]
  return given.protocol === 'review' ? words['step.roles'] : words[given.protocol === 'council' ? 'step.members' : 'step.seats']
}

/** A question's mark and label; what follows stands in the text column. */
export function head(step: StepId, around: Around, style: {mark: string; label?: Style; marked?: Style; text?: string}) {
  const label = style.text ?? labelOf(step, around)
  const gap = ' '.repeat(labelWidth(around.words) - textWidth(label) + 2)
  return [span(' '), span(`${style.mark} `, style.marked), span(label, style.label), span(gap)]
}

/** Of the question in hand. */
export const openHead = (step: StepId, around: Around): readonly Span[] =>
  head(step, around, {mark: '›', label: bold, marked: {bold: true, color: 'cyan'}})
