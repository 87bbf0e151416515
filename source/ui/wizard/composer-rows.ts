import type {ComposerView} from '../terminal/composer.ts'
import {type Row, span} from './row.ts'

/** A field of several lines behind the head of its question. */
export const composerRows = (start: Row['spans'], view: ComposerView, x: number): readonly Row[] =>
  view.rows.map((text, at) => ({
    spans: [...(at === 0 ? start : [span(' '.repeat(x))]), span(text)],
    ...(at === view.cursor.row ? {cursor: x + view.cursor.column, focus: true} : {}),
  }))
