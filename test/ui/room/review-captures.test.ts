import {everyCapture} from './every-capture.ts'
import {reviewStates} from './review-states.ts'

everyCapture(reviewStates, {
  smallest: [40, 12],
  files: state => ['transcript.md', state.endsWith('draft') ? 'synthesis/final.draft.md' : 'synthesis/final.md'],
  never: /STANCE|CONFIDENCE/,
})
