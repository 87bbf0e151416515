/**
 * Which versions of which agent passed `npm run test:real`, exactly as the agent tells its version. Only these are `verified` in
 * doctor. The table is part of what is shipped; a line is added with the run that earned it.
 */
export type Verified = Readonly<Record<string, readonly string[]>>

export const verified: Verified = {
  claude: ['2.1.332'],
  codex: ['0.171.0'],
  gemini: ['0.61.0'],
  opencode: ['1.18.33'],
  qwen: ['0.24.4'],
}

/**
 * The same for where an agent connects to: in a meeting under observation of every connection and every name it asks for, it reached
 * nothing but the model's server, be it one it was given or its vendor's own.
 */
export const watched: Verified = {
  claude: ['2.1.332'],
  codex: ['0.171.0'],
  gemini: ['0.61.0'],
  opencode: ['1.18.33'],
  qwen: ['0.24.4'],
}
