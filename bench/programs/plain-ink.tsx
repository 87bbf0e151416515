/** The same meeting as one would first write it: the transcript is state, every delta sets it, Ink draws it all again. */
import {Box, render, Text, useInput} from 'ink'
import {useEffect, useState} from 'react'
import {historyLine, historyLines, measure, streamWords} from './stream.ts'

const texts = ['', '', '', '']
for (let at = 0; at < historyLines; at++) texts[at % 4] += `${historyLine(at)}\n`
let taken = 0
let frames = 0
let changed = (_: number) => {}

function App() {
  const [, setVersion] = useState(0)
  const [line, setLine] = useState('')
  useInput(input => setLine(before => before + input))
  useEffect(() => {
    changed = setVersion
  }, [])
  const box = (index: number) => (
    <Box
      key={index}
      width={60}
      height={18}
      borderStyle="round"
      overflow="hidden"
      flexDirection="column"
      justifyContent="flex-end"
    >
      <Box flexShrink={0}>
        <Text>{texts[index]}</Text>
      </Box>
    </Box>
  )
  return (
    <Box flexDirection="column" width={120} height={39}>
      <Box>{[0, 1].map(box)}</Box>
      <Box>{[2, 3].map(box)}</Box>
      <Text wrap="truncate">› {line}</Text>
      <Text wrap="truncate">READY {taken}</Text>
    </Box>
  )
}

render(<App />, {onRender: () => frames++})
const given = streamWords({
  delta(pane, text) {
    texts[pane] += text
    taken++
    changed(taken)
  },
  speechEnds(pane) {
    texts[pane] += '\n'
  },
  tick() {},
})
measure({given, taken: () => taken, frames: () => frames}, () => process.exit(0))
