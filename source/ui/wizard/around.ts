import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {WizardPreview} from '../ports.ts'
import type {ComposerView} from '../terminal/composer.ts'
import type {Span, Style} from '../terminal/sgr.ts'
import {bold, span} from './row.ts'
import type {Place} from './seat-rows.ts'
import {type StepId, steps} from './state.ts'

/** What the page shows besides the state. */
export type Given = {
  readonly words: WizardWords
  readonly columns: number
  /** Rows between the two rules. */
  readonly rows: number
  readonly composer: ComposerView
  readonly preview: WizardPreview | undefined
}

/** What every part of the page is given: where it stands, and what is shown. */
export type Around = Place & {readonly given: Given}

export const textColumn = (words: WizardWords): number => 3 + labelWidth(words) + 2

const labelWidth = (words: WizardWords): number => Math.max(...steps.map(step => textWidth(words[`step.${step}`])))

/** A question's mark and label; what follows stands in the text column. */
export function head(step: StepId, around: Around, style: {mark: string; label?: Style; marked?: Style; text?: string}) {
  const label = style.text ?? around.words[`step.${step}`]
  const gap = ' '.repeat(labelWidth(around.words) - textWidth(label) + 2)
  return [span(' '), span(`${style.mark} `, style.marked), span(label, style.label), span(gap)]
}

/** Of the question in hand. */
export const openHead = (step: StepId, around: Around): readonly Span[] =>
  head(step, around, {mark: '›', label: bold, marked: {bold: true, color: 'cyan'}})
