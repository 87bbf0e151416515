import {Box, Text} from 'ink'
import {memo} from 'react'
import type {Size} from '../ports.ts'
import {paint} from '../terminal/sgr.ts'
import {Field, type FieldPorts} from './field.tsx'
import {type Row, widthOf} from './row.ts'
import type {WizardState} from './state.ts'

type PageProps = {readonly rows: readonly Row[]; readonly state: WizardState; readonly size: Size; readonly ports: FieldPorts}

/** The rows of the window from the top; a field is the stock one, everything else is text. */
export function Page({rows, state, size, ports}: PageProps) {
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      {blocksOf(rows, size.columns).map(({at, lines, field, before}) => (
        <Box key={at} height={Math.max(1, lines.length)} flexShrink={0}>
          {field === undefined ? (
            <Plain text={lines.join('\n')} />
          ) : (
            <Field
              key={`${field} ${state.nudges}`}
              before={before}
              value={field === 'rounds' ? state.rounds : state.naming}
              ports={ports}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}

type Block = {readonly at: number; readonly lines: string[]; readonly field?: Row['field']; readonly before: string}

/** Rows of text that stand under one another are one text: laying out each by itself is most of what a first frame costs. */
function blocksOf(rows: readonly Row[], columns: number): readonly Block[] {
  const blocks: Block[] = []
  let open = false
  for (const [at, row] of rows.entries()) {
    const text = paint(row.spans, 'ansi16')
    // Ink cuts a text that is too wide as a whole, so such a row stands alone.
    const joins = row.field === undefined && widthOf(row.spans) <= columns
    if (joins && open) blocks.at(-1)?.lines.push(text || ' ')
    else if (row.field === undefined) blocks.push({at, lines: [text || ' '], before: ''})
    else blocks.push({at, lines: [], field: row.field, before: text})
    open = joins
  }
  return blocks
}

/** Most of them stay as they were from key to key. */
const Plain = memo(({text}: {readonly text: string}) => <Text wrap="truncate">{text}</Text>)
