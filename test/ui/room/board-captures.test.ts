import {boardStates} from './board-states.ts'
import {everyCapture} from './every-capture.ts'

everyCapture(boardStates, {
  smallest: [60, 20],
  files: () => ['transcript.md', 'decision.md'],
  never: /[{}]|"content"|"advice"/,
})
