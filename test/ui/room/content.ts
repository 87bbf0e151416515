import type {Lang} from '../../../source/core/events.ts'

/** What is said in the tests of the room, in both languages. */

const ZH = {
  topic: '人工智能会不会取代程序员',
  seats: [
    {id: 'marx', name: '马克思', title: '政治经济学批判者', color: 'red'},
    {id: 'mao', name: '毛泽东', title: '战略家、理论家', color: 'yellow'},
    {id: 'luxun', name: '鲁迅', title: '作家、批判者', color: 'cyan'},
  ],
  speeches: [
    '机器本身并不夺走工人的饭碗，夺走饭碗的是机器的**资本主义应用**。\n\n程序员今天面对的，与织工当年面对的是同一个问题：\n\n- 谁占有机器？\n- 省下的劳动时间归谁？\n\n> 机器只是作为生产资料被使用。\n\n所以我要先问的不是它会不会写代码，而是写出来的代码归谁所有。',
    '马克思先生讲的是生产关系。我想先问一句：谁在用这台机器？没有调查就没有发言权。实践告诉我们，新工具来了，先是少数人用，然后是多数人用。\n\n关键在于组织起来，学会它，再改造它。',
    '我向来是不惮以最坏的恶意来推测机器的主人的。所谓取代，大约不过是：活还在，人换了便宜的。\n\n从来如此，便对么？',
  ],
  word: '我补充一个问题：外包公司怎么办？',
  draft: '我再问一句',
  minutes:
    '{"views":[{"who":"马克思","claim":{"text":"代码归谁所有才是问题","cites":[1],"quote":"谁占有机器？"},"stance":{"text":"先问所有权","cites":[1]}}],"agreements":[{"text":"工具会普及","cites":[2]}]}',
}
const EN: typeof ZH = {
  topic: 'Will artificial intelligence replace programmers',
  seats: [
    {id: 'marx', name: 'Karl Marx', title: 'critic of political economy', color: 'red'},
    {id: 'mao', name: 'Mao Zedong', title: 'strategist', color: 'yellow'},
    {id: 'luxun', name: 'Lu Xun', title: 'writer and critic', color: 'cyan'},
  ],
  speeches: [
    'Machinery does not take the bread from the worker; its **capitalist use** does.\n\nThe programmer of today faces what the weaver faced:\n\n- Who owns the machine?\n- Whose is the time it saves?\n\n> Machinery enters as a means of production.\n\nSo I ask first not whether it writes code, but who owns the code it writes.',
    'Mr Marx speaks of the relations of production. Let me ask first: who uses this machine? No investigation, no right to speak. A new tool is used by few, and then by many.\n\nWhat matters is to organise, to learn it, and then to change it.',
    'I have never shrunk from thinking the worst of those who own machines. What they call replacing may be no more than this: the work stays, and cheaper hands do it.\n\nIt was always so; is it therefore right?',
  ],
  word: 'One more question: what of the outsourcing firms?',
  draft: 'One more thing',
  minutes:
    '{"views":[{"who":"Karl Marx","claim":{"text":"Who owns the code is the question","cites":[1],"quote":"Who owns the machine?"},"stance":{"text":"Ask for ownership first","cites":[1]}}],"agreements":[{"text":"The tool will spread","cites":[2]}]}',
}
export const contentFor = (lang: Lang) => (lang === 'zh' ? ZH : EN)
