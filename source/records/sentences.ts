export {sentencesOf} from '../core/sentences.ts'
