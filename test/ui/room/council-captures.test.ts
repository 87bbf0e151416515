import {councilStates} from './council-states.ts'
import {everyCapture} from './every-capture.ts'

everyCapture(councilStates, {
  smallest: [40, 12],
  files: () => ['transcript.md', 'council.md'],
  never: /[{}]|"|keyConcerns|revisedVerdict|respondsTo|moved"/,
})
