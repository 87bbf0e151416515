/** A port as it stands on a command line, 0 to 65535; undefined: it is none. */
export function portOf(said: unknown): number | undefined {
  if (typeof said !== 'string' || !/^\d{1,5}$/.test(said)) return undefined
  return Number(said) <= 65535 ? Number(said) : undefined
}
