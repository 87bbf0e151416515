import {Box, Text, useInput} from 'ink'
import TextInput from 'ink-text-input'
import {useEffect} from 'react'

export type FieldPorts = {
  onChange(text: string): void
  onSubmit(): void
  /** The field listens, or no longer does: keys that nobody hears would be lost. */
  onReady(ready: boolean): void
  /** It has dealt with one key and drawn what came of it. */
  onTaken(): void
}

/** A short stock field behind what the caller drew. Its caret stays at the end, where the real cursor stands. */
export function Field({before, value, ports}: {readonly before: string; readonly value: string; readonly ports: FieldPorts}) {
  // Children subscribe first, so this one hears each key after the field did.
  useInput(() => ports.onTaken())
  useEffect(() => {
    ports.onReady(true)
    return () => ports.onReady(false)
  }, [ports])
  return (
    <Box>
      <Text>{before}</Text>
      <TextInput value={value} onChange={ports.onChange} onSubmit={ports.onSubmit} />
    </Box>
  )
}
