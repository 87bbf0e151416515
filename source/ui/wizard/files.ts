import type {ReadFiles} from './desks.ts'
import type {WizardState} from './state.ts'

/** What was put before a review; what was refused speaks against it until it is mended or taken back. */
export function withFiles(state: WizardState, {files, refused}: ReadFiles): WizardState {
  const last = Math.max(0, files.length - 1)
  return {
    ...state,
    files,
    at: {...state.at, files: files.length > state.files.length ? last : Math.min(state.at.files, last)},
    objections: refused.map(({text}) => ({step: 'files', text})),
  }
}

/** Without the highlighted one. */
export function withoutFile(state: WizardState): WizardState {
  const files = state.files.filter((_, at) => at !== state.at.files)
  return {...state, files, at: {...state.at, files: Math.max(0, Math.min(state.at.files, files.length - 1))}}
}
