/** A service that a key can be entered for. */
export type KeyService = {
  readonly id: string
  readonly label: string
  /** The voice that speaks with it. */
  readonly voice: string
  readonly server: string
  /** Where the key comes from that it has already. */
  readonly has?: string
}

/** `masked`: as people are shown a key. `shadowedBy`: a variable that holds another one, which is used. `unlike`: it was none. */
export type Kept = {readonly masked: string; readonly shadowedBy?: string} | {readonly problem: string; readonly unlike: boolean}

/** Where keys are kept. */
export type KeyDesk = {
  services(): readonly KeyService[]
  keep(id: string, key: string): Kept
  /** Why the service cannot be used, as the last look at it has it. */
  trouble(id: string): string | undefined
  /** The file, as people are told it. */
  path(): string
}
