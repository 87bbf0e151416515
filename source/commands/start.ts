import {tell} from '../i18n/index.ts'
import type {Host} from './host.ts'
import {meet} from './meet.ts'
import type {MeetFlags} from './plan.ts'

/** `roundtable` alone, in plain lines: three questions, each with an answer that Enter takes. */
export async function start(flags: MeetFlags, host: Host): Promise<number> {
  const {words} = host
  host.print(words.startWelcome)
  if (!flags.provider && !host.home.settings.provider) host.print(words.startNoVoices)
  const provider = flags.provider ?? host.home.settings.provider ?? 'rehearsal'
  const lines = host.stdin.lines()[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string | undefined> => {
    host.stream(question)
    const next = await lines.next()
    if (!host.stdin.isTTY) host.print(next.done ? '' : next.value)
    return next.done ? undefined : next.value.trim()
  }
  const example = {topic: words.exampleTopic, names: words.exampleNames}
  const topic = await ask(tell(words, 'startTopic', {topic: example.topic}))
  const names = topic === undefined ? undefined : await ask(tell(words, 'startWith', {names: example.names}))
  const rounds = names === undefined ? undefined : await ask(words.startRounds)
  const nobody = rounds === undefined
  if (nobody) host.print(words.startDemo)
  return meet(
    {
      ...flags,
      provider,
      topic: topic || example.topic,
      with: names || example.names,
      ...(rounds ? {rounds} : {}),
      ...(nobody ? {auto: true} : {}),
    },
    undefined,
    {...host, stdin: {...host.stdin, lines: () => ({[Symbol.asyncIterator]: () => lines})}},
  )
}
