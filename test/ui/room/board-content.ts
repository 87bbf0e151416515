import type {Lang} from '../../../source/core/events.ts'

/** What is said at the boards of the tests, in both languages. The first seat moderates. */

const ZH = {
  topic: '是否该做私董会功能？',
  seats: [
    {id: 'elon_musk', name: '埃隆·马斯克', title: '第一性原理视角', avatar: '🚀', color: 'redBright'},
    {id: 'jeff_bezos', name: '杰夫·贝佐斯', title: 'Day 1 与客户至上视角', avatar: '📦', color: 'yellow'},
    {id: 'allenzhang', name: '张小龙', title: '用户体验与极简视角', avatar: '🌿', color: 'green'},
    {id: 'charlie_munger', name: '查理·芒格', title: '逆向与多元思维视角', avatar: '🦉', color: 'yellow'},
    {id: 'paul_graham', name: '保罗·格雷厄姆', title: '创业与反从众视角', avatar: '📝', color: 'magenta'},
    {id: 'steve_jobs', name: '史蒂夫·乔布斯', title: '产品与专注视角', avatar: '🍎', color: 'white'},
  ],
  opening: '今天的议题是要不要做私董会功能。每轮大家同时说，听不到同一轮别人的话；每轮之后我小结，最后我给出建议。',
  speeches: [
    '先把问题倒过来写：假设这个功能已经上线，**新闻稿**第一句写给谁看？\n\n- 如果写给投资人，那就别做。\n- 如果写给每周都在做艰难决定的人，再往下谈。',
    '我会先问一个更小的问题：一个人打开它，第一眼看到什么？群聊是大家都懂的形式；可是五个人同时说话，读的人会不会累？',
    '反过来想，总是反过来想。怎样才能保证它失败？让五位名人说五遍同样的话。',
    '做一些不能规模化的事：先亲自给十个创业者开十场，看他们在哪一分钟掏出手机记笔记。那一分钟就是产品。',
    '专注就是说不。你们列了八个功能，我只想留下一个：会后那一张卡片。',
  ],
  summary: {
    content:
      '五位都把“谁会每周用它”当作前提。\n\n- 两位要求先有真实的人。\n- 两位担心信息太多。\n\n用户提到接受度，下一轮请围绕它来谈。',
    continue: true,
  },
  decision: {
    advice: '做，但只做最小的一版：三位专家、两轮、一张卡片。\n\n两周后看有没有人第二次打开；没有就停。',
    views: [
      {who: 'jeff_bezos', view: '先写新闻稿，再决定。'},
      {who: 'allenzhang', view: '不能让读的人累。'},
    ],
    consensus: ['先验证真实需求，再投入工程'],
    dissent: ['并行发言是优点还是负担'],
    actions: ['两周内手工开十场', '做出卡片的样稿'],
  },
  word: '我觉得成本不是主要问题，关键是用户接受度：普通人第一次用它，会不会觉得吵？',
  again: '第二轮我只补充一句：先看第一次用它的人。',
}
const EN: typeof ZH = {
  topic: 'Should we build the board feature?',
  seats: [
    {id: 'elon_musk', name: 'Elon Musk', title: 'first principles', avatar: '🚀', color: 'redBright'},
    {id: 'jeff_bezos', name: 'Jeff Bezos', title: 'day one and customers', avatar: '📦', color: 'yellow'},
    {id: 'allenzhang', name: 'Allen Zhang', title: 'experience and restraint', avatar: '🌿', color: 'green'},
    {id: 'charlie_munger', name: 'Charlie Munger', title: 'inversion and many models', avatar: '🦉', color: 'yellow'},
    {id: 'paul_graham', name: 'Paul Graham', title: 'start-ups against the crowd', avatar: '📝', color: 'magenta'},
    {id: 'steve_jobs', name: 'Steve Jobs', title: 'product and focus', avatar: '🍎', color: 'white'},
  ],
  opening:
    'The question is whether to build the board feature. In each round all speak at once and hear nobody of it; I sum up each round and advise at the end.',
  speeches: [
    'Write it backwards: it has shipped, and the **press release** has a first sentence. For whom is it?\n\n- For investors: then leave it.\n- For somebody with a hard decision every week: then go on.',
    'I ask something smaller: what does a person see first? A group chat is understood by all; yet five speaking at once, does it tire the reader?',
    'Invert, always invert. What would make sure that it fails? Five famous people saying the same thing five times.',
    'Do things that do not scale: hold ten of them by hand and see in which minute they take out the phone to note something. That minute is the product.',
    'Focus is saying no. You list eight features; I keep one: the card at the end.',
  ],
  summary: {
    content:
      'All five take for granted that somebody uses it every week.\n\n- Two want real people first.\n- Two fear too much to read.\n\nThe user asks about acceptance; please speak to it.',
    continue: true,
  },
  decision: {
    advice:
      'Build it, but only the smallest one: three experts, two rounds, one card.\n\nAfter two weeks see who opens it twice; if nobody does, stop.',
    views: [
      {who: 'jeff_bezos', view: 'Write the press release first.'},
      {who: 'allenzhang', view: 'It must not tire the reader.'},
    ],
    consensus: ['Find real need before engineering'],
    dissent: ['Whether speaking at once helps or burdens'],
    actions: ['Hold ten by hand within two weeks', 'Draft the card'],
  },
  word: 'I think cost is not the question. What of acceptance: will a person who uses it for the first time find it loud?',
  again: 'In this round one thing only: look at those who use it for the first time.',
}
export const boardContent = (lang: Lang) => (lang === 'zh' ? ZH : EN)
