import {Box, Text} from 'ink'
import {memo} from 'react'
import type {Size} from '../ports.ts'
import {paint} from '../terminal/sgr.ts'
import {Field, type FieldPorts} from './field.tsx'
import type {Row} from './row.ts'
import type {WizardState} from './state.ts'

type PageProps = {readonly rows: readonly Row[]; readonly state: WizardState; readonly size: Size; readonly ports: FieldPorts}

/** The rows of the window from the top; a field is the stock one, everything else is text. */
export function Page({rows, state, size, ports}: PageProps) {
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <Box key={at} height={1} flexShrink={0}>
          <Line row={row} state={state} ports={ports} />
        </Box>
      ))}
    </Box>
  )
}

function Line({row, state, ports}: {readonly row: Row; readonly state: WizardState; readonly ports: FieldPorts}) {
  const text = paint(row.spans, 'ansi16')
  if (row.field === undefined) return <Plain text={text === '' ? ' ' : text} />
  const value = row.field === 'rounds' ? state.rounds : state.naming
  return <Field key={`${row.field} ${state.nudges}`} before={text} value={value} ports={ports} />
}

/** Most rows stay as they were from key to key. */
const Plain = memo(({text}: {readonly text: string}) => <Text wrap="truncate">{text}</Text>)
