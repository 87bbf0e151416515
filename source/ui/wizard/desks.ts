import type {WizardFile, WizardForm, WizardRouting} from '../ports.ts'

/** What a review needs of the world. */
export type ReviewDesk = {
  /** Roles that sit where nobody says otherwise. */
  usual(): readonly string[]
  /** Paths as they were typed or pasted; what is refused is given back as it was written, with the reason. */
  read(text: string, have: readonly WizardFile[]): ReadFiles
}

export type ReadFiles = {
  /** Those there were, and the new ones behind them. */
  readonly files: readonly WizardFile[]
  readonly refused: readonly {readonly said: string; readonly text: string}[]
}

/** What a council needs of the world. */
export type CouncilDesk = {
  topics(): readonly CouncilSubject[]
  /** Who sits, by what is settled so far. */
  route(form: WizardForm): WizardRouting
  /** Asks a model which topic fits; `done` is called once, unless the answer called it off. */
  ask(form: WizardForm, done: (chosen: {readonly topic: string} | {readonly problem: string}) => void): () => void
  /** What it would read of the person's repository, left to itself and when told to. */
  ground(form: WizardForm): Grounds
}

/** A topic of the closed list, in the person's language. */
export type CouncilSubject = {
  readonly key: string
  readonly name: string
  readonly duo: readonly string[]
  readonly triad: readonly string[]
}

/** In words; empty: nothing is known. */
export type Grounds = {readonly open: string; readonly on: string}
