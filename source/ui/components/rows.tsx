import {Box, Text} from 'ink'
import {type Colours, paint, type Span} from '../terminal/sgr.ts'

/** Rows of chrome, already of the right width. */
export function Rows({rows, colours}: {readonly rows: readonly (readonly Span[])[]; readonly colours: Colours}) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <Text key={index} wrap="truncate">
          {paint(row, colours) || ' '}
        </Text>
      ))}
    </Box>
  )
}
