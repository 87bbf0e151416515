/** `words`: an agent that finds them at the beginning of a word only, so that an address of mail is none. */
export type Mentions = boolean | 'words'

/**
 * A prompt as an agent may be given it. A leading `/`, `!` or `#` would be taken for a command of the agent's own, so a dash is put
 * on a line before it; where the agent cannot be told to leave `@path` alone, the sign is written in its wide form before anything
 * that could be a path. Everything else goes through byte for byte. The ledger's hash is of what the meeting handed over.
 */
export function guardPrompt(prompt: string, {mentions}: {readonly mentions: Mentions}): string {
  const safe = mentions ? prompt.replace(mentions === 'words' ? /(?<![\w.])@(?=\S)/g : /@(?=\S)/g, '＠') : prompt
  return /^\s*[/!#]/.test(safe) ? `—\n${safe}` : safe
}
