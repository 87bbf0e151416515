import {everyCapture} from './every-capture.ts'
import {states} from './states.ts'

everyCapture(states, {smallest: [60, 20]})
