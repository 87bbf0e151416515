/** Four panes painted by the kit, with chrome by Ink that changes four times a second. */
import {Box, Text} from 'ink'
import {useSyncExternalStore} from 'react'
import {makeComposer} from '../../source/ui/terminal/composer.ts'
import {keyName} from '../../source/ui/terminal/keys.ts'
import {makePane} from '../../source/ui/terminal/pane-painter.ts'
import {openScreen} from '../../source/ui/terminal/screen.ts'
import {historyLine, historyLines, measure, streamWords} from './stream.ts'

const panes = [0, 1, 2, 3].map(() => makePane('ansi16'))
const composer = makeComposer({chipLabel: lines => `[${lines}]`})
const speeches = [0, 0, 0, 0]
const listeners = new Set<() => void>()
let version = 0
let taken = 0

for (let at = 0; at < historyLines; at += 4) {
  for (const [index, pane] of panes.entries()) {
    if (at % 40 === 0) pane.open({id: `h${Math.floor(at / 40)}`, format: 'markdown'})
    pane.append(`h${Math.floor(at / 40)}`, `${historyLine(at + index)}\n`)
    if (at % 40 === 36) pane.close(`h${Math.floor(at / 40)}`)
  }
}

const open = (pane: number) =>
  panes[pane]?.open({
    id: `s${speeches[pane]}`,
    format: 'markdown',
    prefix: {text: '▌', style: {color: 'cyan'}},
    tailMark: {text: '▍'},
  })

function App() {
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )
  const {columns} = screen.size()
  const view = composer.view(columns - 4)
  return (
    <Box flexDirection="column" width={columns}>
      <Box borderStyle="single" height={3} paddingX={1}>
        <Text wrap="truncate">{view.rows[0] || ' '}</Text>
      </Box>
      <Text wrap="truncate">READY {taken}</Text>
    </Box>
  )
}

const rule = (columns: number) => [`${'─'.repeat(columns / 2 - 1)}┬${'─'.repeat(columns / 2)}`]

function update() {
  version++
  for (const listener of [...listeners]) listener()
  const {columns, rows} = screen.size()
  const room = rows - 4
  const width = columns / 2
  const height = room / 2 - 1
  const rules = rule(columns)
  screen.setFold({at: 0, rows: room})
  screen.setRegions([
    ...panes.map((pane, index) => {
      const y = 1 + Math.floor(index / 2) * (height + 1)
      return {x: (index % 2) * width, y, width, height, rows: () => pane.rows(width, height)}
    }),
    ...[0, height + 1].map(y => ({x: 0, y, width: columns, height: 1, rows: () => rules})),
  ])
  screen.setCursor({x: 2 + composer.view(columns - 4).cursor.column, y: rows - 3})
}

const screen = openScreen({
  process,
  onInput(event) {
    if (event.type === 'text') composer.insert(event.text)
    else if (event.type === 'key' && keyName(event) === 'ctrl+c') process.exit(0)
    else if (event.type === 'key' && keyName(event) === 'enter') composer.submit()
    update()
    screen.flush()
  },
  onResize: update,
  endings: {onSignal: () => process.exit(1), onCrash: () => process.exit(70), crashMessage: error => String(error)},
})

screen.show(<App />)
for (const pane of panes.keys()) open(pane)
update()
const given = streamWords({
  delta(pane, text) {
    panes[pane]?.append(`s${speeches[pane]}`, text)
    taken++
  },
  speechEnds(pane) {
    panes[pane]?.close(`s${speeches[pane]}`)
    speeches[pane] = (speeches[pane] ?? 0) + 1
    open(pane)
  },
  tick: screen.touch,
})
setInterval(update, 250)
measure({given, taken: () => taken, frames: () => screen.stats.frames}, () => {
  screen.close()
  process.exit(0)
})
