/**
 * Tokens of these texts together, in the vocabulary of today's larger models (o200k). It takes a moment to load, and only a meeting
 * that condenses its history needs it.
 */
export async function countTokens(texts: readonly string[]): Promise<number> {
  const {countTokens: count} = await import('gpt-tokenizer/encoding/o200k_base')
  // What stands for a control token in a speech is text like any other.
  return texts.reduce((sum, text) => sum + count(text, {disallowedSpecial: new Set()}), 0)
}
