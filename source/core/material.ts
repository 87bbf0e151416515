/** A text that the person puts before the meeting, as the prompts carry it. What is in the ledger is all that any prompt holds of it. */
export type Material = {
  /** `brief`: what is to be decided and how it is judged; `material`: what is to be judged; `file`: found in the person's repository. */
  readonly kind: 'brief' | 'material' | 'file'
  /** How people know it: a path as they would write it. */
  readonly label: string
  /** Of the original, before anything was cut. */
  readonly bytes: number
  /** Of the original's bytes. */
  readonly sha256: string
  /** Cut at the cap of a block, at a character; without a mark of the cut. */
  readonly text: string
  readonly truncated: boolean
}
