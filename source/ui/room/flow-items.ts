import type {PaneItem} from '../terminal/pane-item.ts'
import type {Colour} from '../terminal/sgr.ts'

/** How what is said stands in the flow. */

const DIM = {dim: true} as const

export type SpeechLook = {
  readonly id: string
  readonly name: string
  readonly subtitle: string
  readonly accent: Colour | undefined
}

export const speechItem = ({id, name, subtitle, accent}: SpeechLook): PaneItem => ({
  id,
  format: 'markdown',
  gap: 1,
  prefix: {text: '▌ ', style: accent ? {color: accent} : DIM},
  head: [
    [
      {text: name, style: accent ? {color: accent, bold: true} : {bold: true}},
      {text: `  ${subtitle}`, style: DIM},
    ],
  ],
  tailMark: {text: '▍', style: accent ? {color: accent} : DIM},
})

export const ruleItem = (id: string): PaneItem => ({id, format: 'plain', align: 'center', gap: 1, style: {bold: true}})
export const chairItem = (id: string): PaneItem => ({id, format: 'plain', align: 'center', gap: 1, style: DIM})
export const noteItem = (id: string): PaneItem => ({
  id,
  format: 'plain',
  align: 'center',
  gap: 1,
  style: {dim: true, italic: true},
})
export const wordItem = (id: string, you: string): PaneItem => ({
  id,
  format: 'plain',
  align: 'right',
  gap: 1,
  head: [[{text: you, style: {bold: true}}]],
})
export const wishItem = (id: string): PaneItem => ({id, format: 'plain', align: 'right', gap: 1, style: DIM})
