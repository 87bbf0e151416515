import type {Provider} from './provider.ts'

/** What has to be known of a voice before it is loaded. */
export type Traits = Pick<Provider, 'id' | 'remembers' | 'sessions' | 'records'>

/** A voice whose module is loaded with its first use: a start that does not speak pays for none of them. */
export function makeLazy(traits: Traits, load: () => Promise<Provider>): Provider {
  let loading: Promise<Provider> | undefined
  const loaded = () => {
    loading ??= load()
    return loading
  }
  return {
    ...traits,
    check: async signal => (await loaded()).check(signal),
    ask: async function* (request, signal) {
      yield* (await loaded()).ask(request, signal)
    },
    prepare: seat => {
      loaded().then(
        provider => provider.prepare?.(seat),
        // The turn itself meets the same failure, and tells it.
        () => {},
      )
    },
    close: async () => {
      await (await loading)?.close?.()
    },
  }
}
