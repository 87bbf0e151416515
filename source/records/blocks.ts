import type {Seq} from '../core/events.ts'
import {dangerousLines, labelsIn} from './link-definitions.ts'
import {quotable, quoteLines} from './markdown.ts'

/** A part of a file: lines of its own, then text of others, quoted. A blank line parts one block from the next. */
export type Block = {
  readonly lines: readonly string[]
  readonly quoted?: string
  /** The event it was written from. */
  readonly seq?: Seq
}

export type Line = {readonly text: string; readonly seq?: Seq}

/** The lines of the file. What one block quotes can neither end its quotation nor make links in another block. */
export function layOut(blocks: readonly Block[]): readonly Line[] {
  const quoted = blocks.map(block => quotable(block.quoted ?? ''))
  const labels = labelsIn([...quoted, blocks.flatMap(block => block.lines).join('\n')])
  return blocks.flatMap((block, index) => {
    const text = quoted[index] ?? ''
    const quote = block.quoted === undefined ? [] : quoteLines(text, dangerousLines(text, index, labels))
    const seq = block.seq === undefined ? {} : {seq: block.seq}
    const lines = [...block.lines, ...quote].map(line => ({text: line, ...seq}))
    return index === 0 ? lines : [{text: ''}, ...lines]
  })
}

export const fileOf = (blocks: readonly Block[]): string => textOf(layOut(blocks))
export const textOf = (lines: readonly Line[]): string => `${lines.map(line => line.text).join('\n')}\n`
