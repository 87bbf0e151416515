import {Box, Text} from 'ink'
import type {Size} from '../ports.ts'

export function TooSmall({size, words}: {readonly size: Size; readonly words: readonly string[]}) {
  return (
    <Box width={size.columns} height={size.rows} flexDirection="column" alignItems="center" justifyContent="center">
      {words.map(line => (
        <Text key={line}>{line}</Text>
      ))}
    </Box>
  )
}
