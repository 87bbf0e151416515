import type {AskRequest, Provider, ProviderEvent, TurnBrief} from '../../source/providers/provider.ts'

/** A turn of a meeting in Chinese, as a voice is asked for it. */
export function requestOf(
  id: string,
  name: string,
  more: Partial<Omit<AskRequest, 'turn' | 'who'>> & {turn?: Partial<TurnBrief>} = {},
): AskRequest {
  const {turn, ...rest} = more
  return {
    who: {id, name},
    system: `你是${name}`,
    prompt: '请发言',
    turn: {
      key: `opening:${id}`,
      topic: '远程办公好不好',
      lang: 'zh',
      stage: 'opening',
      round: 0,
      limits: {min: 300, max: 800},
      relays: [],
      userWords: [],
      own: [],
      others: ['毛泽东'],
      seed: 1,
      ...turn,
    },
    ...rest,
  }
}

export const quiet = () => new AbortController().signal

export async function all(events: AsyncIterable<ProviderEvent>): Promise<ProviderEvent[]> {
  const heard: ProviderEvent[] = []
  for await (const event of events) heard.push(event)
  return heard
}

/** What a turn came to, as one line: the text, or the code of the fault. */
export async function said(voice: Provider, request: AskRequest): Promise<string> {
  const last = (await all(voice.ask(request, quiet()))).at(-1)
  if (last?.type === 'done') return last.text
  return last?.type === 'failed' ? `!${last.fault.code}` : '?'
}

/** One turn of the event loop: whatever could go on without time or help has gone on. */
export const tick = () => new Promise<void>(resolve => setImmediate(resolve))
