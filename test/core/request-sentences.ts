/** Sentences as people write them, and what they say. Left out: nobody, no rounds, no notes. */
export type Said = {
  readonly protocol?: 'roundtable' | 'board'
  readonly topic?: string
  readonly with?: readonly string[]
  readonly rounds?: number
  readonly lang?: 'zh' | 'en'
  readonly notes?: readonly string[]
}

const two = ['马克思', '毛泽东']
const x = '人工智能会不会取代程序员'

export const sentences: [string, Said][] = [
  // The seed's own two, as written and as typed.
  [`开个会，让马克思和毛泽东讨论 ${x}，3 轮`, {topic: x, with: two, rounds: 3}],
  [`「开个会，让马克思和毛泽东讨论 ${x}，3 轮」`, {topic: x, with: two, rounds: 3}],
  [`开个会,让马克思和毛泽东讨论「${x}」,3轮`, {topic: x, with: two, rounds: 3}],
  [`开个会，让马克思和毛泽东讨论${x}，３轮。`, {topic: x, with: two, rounds: 3}],
  [`/roundtable 主题：${x} 参与者：马克思、毛泽东 轮次：3`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`主题：${x} 参与者：马克思、毛泽东 轮次：3`, {topic: x, with: two, rounds: 3}],
  ['开个会，讨论3轮', {rounds: 3}],
  // Order and joints.
  [`开个会 让马克思、毛泽东讨论${x} 三轮`, {topic: x, with: two, rounds: 3}],
  [`3 轮，让马克思和毛泽东辩论${x}`, {topic: x, with: two, rounds: 3, notes: ['understood-as-request']}],
  [`让马克思和毛泽东讨论 ${x}，两轮讨论`, {topic: x, with: two, rounds: 2, notes: ['understood-as-request']}],
  [`让马克思和毛泽东就${x}展开三轮讨论`, {topic: x, with: two, rounds: 3, notes: ['understood-as-request']}],
  [`请马克思与毛泽东围绕「${x}」辩论五轮`, {topic: x, with: two, rounds: 5, notes: ['understood-as-request']}],
  [`开个会，让马克思和毛泽东对${x}展开辩论`, {topic: x, with: two}],
  [`开个会，让马克思和毛泽东以「${x}」为题辩论，共 4 轮`, {topic: x, with: two, rounds: 4}],
  [`让马克思和毛泽东讨论3轮：${x}`, {topic: x, with: two, rounds: 3, notes: ['understood-as-request']}],
  [`让马克思和毛泽东进行三轮辩论，主题：${x}`, {topic: x, with: two, rounds: 3}],
  [`让马克思和毛泽东进行一场关于${x}的辩论`, {topic: x, with: two, notes: ['understood-as-request']}],
  [`让马克思和毛泽东开个圆桌会，讨论${x}，十二轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 12}],
  [`开个会讨论 ${x}，请马克思和毛泽东参加，3 轮`, {topic: x, with: two, rounds: 3}],
  [`开个会，请马克思和毛泽东参加，讨论${x}，3轮`, {topic: x, with: two, rounds: 3}],
  [`开个会，关于${x}，让马克思和毛泽东讨论3轮`, {topic: x, with: two, rounds: 3}],
  [`${x}？让马克思和毛泽东讨论一下，3轮`, {topic: `${x}？`, with: two, rounds: 3, notes: ['understood-as-request']}],
  [`${x}，开个会讨论一下，让马克思和毛泽东参加`, {topic: x, with: two}],
  [`我想开个圆桌会议，让马克思和毛泽东聊聊${x}`, {protocol: 'roundtable', topic: x, with: two}],
  [`能不能请马克思和毛泽东来谈谈${x}，谢谢`, {topic: x, with: two, notes: ['understood-as-request']}],
  [`开个3轮的会，让马克思和毛泽东讨论${x}`, {topic: x, with: two, rounds: 3}],
  [`圆桌会议：马克思和毛泽东讨论${x}，3轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`马克思和毛泽东讨论${x}，3轮`, {topic: x, with: two, rounds: 3, notes: ['understood-as-request']}],
  [`開個會，讓马克思和毛泽东討論 ${x}，3 輪`, {topic: x, with: two, rounds: 3}],
  [`开个会，让马克思和毛泽东讨论 ${x}，3 轮，用英文`, {topic: x, with: two, rounds: 3, lang: 'en'}],
  [`开个私董会，让马斯克和贝佐斯讨论${x}`, {protocol: 'board', topic: x, with: ['马斯克', '贝佐斯']}],
  [`请帮我组织一场马克思和毛泽东的辩论，主题是${x}，3轮`, {topic: x, with: two, rounds: 3}],
  [`开个关于${x}的圆桌会议，请马克思和毛泽东参加，三轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`请帮我开一个圆桌会议，参与者有马克思和毛泽东，讨论${x}，3轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [
    `让马克思、毛泽东、苏格拉底三个人聊一聊${x}，来三轮`,
    {topic: x, with: [...two, '苏格拉底'], rounds: 3, notes: ['understood-as-request']},
  ],
  [`开个会，让马克思和毛泽东就「${x}」这个话题讨论三轮`, {topic: x, with: two, rounds: 3}],
  [`让马克思和毛泽东用英文讨论${x}`, {topic: x, with: two, lang: 'en', notes: ['understood-as-request']}],
  [`圆桌会议：马克思 vs 毛泽东，${x}`, {protocol: 'roundtable', topic: x, with: two}],
  [`想让马克思和毛泽东聊聊${x}`, {topic: x, with: two, notes: ['understood-as-request']}],
  [`开个会，让马克思和毛泽东讨论${x}，辩论三轮`, {topic: x, with: two, rounds: 3}],
  ['开个会，让马克思和毛泽东讨论自由，3轮，5轮', {topic: '自由，3轮', with: two, rounds: 5, notes: ['rounds-left-in-topic']}],
  ['开个会，让马克思和毛泽东讨论自由，99999999999999999999轮', {topic: '自由', with: two, notes: ['rounds-out-of-range']}],
  ['开个会，让马克思和毛泽东讨论 3 轮投票制好不好，2 轮', {topic: '3 轮投票制好不好', with: two, rounds: 2}],
  [
    `让马克思和毛泽东讨论${x}，用英文，3 轮，谢谢！`,
    {topic: x, with: two, rounds: 3, lang: 'en', notes: ['understood-as-request']},
  ],
  // Trigger words alone.
  ['圆桌会议', {protocol: 'roundtable'}],
  ['开个圆桌会', {protocol: 'roundtable'}],
  ['人物讨论：自由是什么', {topic: '自由是什么'}],
  ['开个会讨论自由是什么', {topic: '自由是什么'}],
  ['让他们辩论自由是什么', {topic: '自由是什么'}],
  ['圆桌会议 自由是什么', {protocol: 'roundtable', topic: '自由是什么'}],
  ['圆桌会议，3轮', {protocol: 'roundtable', rounds: 3}],
  // Keys.
  [`/roundtable 轮次:３ 嘉宾:马克思,毛泽东 议题:${x}`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`圆桌会议 话题：「${x}」，与会者：马克思和毛泽东，轮数：三轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`／ｒｏｕｎｄｔａｂｌｅ　主题：${x}　参会者：马克思、毛泽东`, {protocol: 'roundtable', topic: x, with: two}],
  [`/roundtable ${x} 参与者：马克思、毛泽东 轮次：3`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  [`开个圆桌会，主题是${x}，嘉宾是马克思和毛泽东，3轮`, {protocol: 'roundtable', topic: x, with: two, rounds: 3}],
  ['主题：什么是主题：一个问题 参与者：马克思、毛泽东', {topic: '什么是主题：一个问题', with: two}],
  [
    '/roundtable 主题：「参与者：谁？轮次：3」 参与者：马克思、毛泽东',
    {protocol: 'roundtable', topic: '参与者：谁？轮次：3', with: two},
  ],
  ['主题：轮回三轮 参与者：马克思、毛泽东 轮次：2', {topic: '轮回三轮', with: two, rounds: 2}],
  ['主题：自由 参与者：马克思 轮次：0', {topic: '自由', with: ['马克思'], notes: ['rounds-out-of-range']}],
  ['主题：自由 参与者：马克思 轮次：很多', {topic: '自由', with: ['马克思'], notes: ['rounds-unclear']}],
  [
    '主题：自由\n参与者：马克思:claude/opus、毛泽东\n轮次：3\n语言：英文',
    {topic: '自由', with: ['马克思:claude:opus', '毛泽东'], rounds: 3, lang: 'en'},
  ],
  // Topics that look like other parts.
  ['开个会，让马克思和毛泽东讨论「轮回三轮是什么」，2 轮', {topic: '轮回三轮是什么', with: two, rounds: 2}],
  ['开个会，让马克思和毛泽东讨论「3 轮」', {topic: '3 轮', with: two}],
  ['开个会，让马克思和毛泽东讨论为什么3轮谈判都失败了，2轮', {topic: '为什么3轮谈判都失败了', with: two, rounds: 2}],
  ['开个会，让马克思和毛泽东讨论三轮车的历史', {topic: '三轮车的历史', with: two}],
  ['开个会，让马克思和毛泽东讨论战争与和平，以及爱，3轮', {topic: '战争与和平，以及爱', with: two, rounds: 3}],
  ['开个会，让马克思和毛泽东讨论「自由」与「必然」的关系', {topic: '「自由」与「必然」的关系', with: two}],
  ['开个会，让马克思和毛泽东讨论「自由」和「必然」', {topic: '「自由」和「必然」', with: two}],
  ['开个会，让马克思和毛泽东讨论《资本论》第3卷，让读者和学生都受益', {topic: '《资本论》第3卷，让读者和学生都受益', with: two}],
  ['开个会，让马克思和毛泽东讨论“什么是『好』”', {topic: '什么是『好』', with: two}],
  ['开个会，让马克思和毛泽东讨论第三轮', {topic: '第三轮', with: two}],
  ['开个会，让马克思和毛泽东讨论谈判为什么要三轮', {topic: '谈判为什么要三轮', with: two, notes: ['rounds-left-in-topic']}],
  ['开个会，让马克思和毛泽东讨论自由三轮', {topic: '自由', with: two, rounds: 3, notes: ['rounds-understood']}],
  ['开个会，让马克思和毛泽东讨论自由，0轮', {topic: '自由', with: two, notes: ['rounds-out-of-range']}],
  ['开个会，让马克思和毛泽东讨论自由，2-3轮', {topic: '自由', with: two, notes: ['rounds-unclear']}],
  ['开个会，让马克思和毛泽东讨论自由，两三轮', {topic: '自由', with: two, notes: ['rounds-unclear']}],
  ['开个会，让马克思和毛泽东讨论：让机器和人讨论政治好吗', {topic: '让机器和人讨论政治好吗', with: two}],
  ['开个会讨论 怎样减税，让企业和个人受益', {topic: '怎样减税，让企业和个人受益'}],
  ['圆桌会议：科学和宗教谁更值得讨论', {protocol: 'roundtable', topic: '科学和宗教谁更值得讨论'}],
  // Names that look like other parts.
  ['开个会，让和珅和纪晓岚讨论清廉', {topic: '清廉', with: ['和珅', '纪晓岚']}],
  ['开个会，让孙悟空和如来讨论自由', {topic: '自由', with: ['孙悟空', '如来']}],
  ['开个会，让孙悟空和如来一起来讨论自由', {topic: '自由', with: ['孙悟空', '如来']}],
  ['开个会，让谈迁和马克思讨论史学', {topic: '史学', with: ['谈迁', '马克思']}],
  ['开个会，让马克思和谈迁讨论史学', {topic: '史学', with: ['马克思', '谈迁']}],
  [
    '让马克思:claude和毛泽东：codex/o3讨论自由，3轮',
    {topic: '自由', with: ['马克思:claude', '毛泽东:codex:o3'], rounds: 3, notes: ['understood-as-request']},
  ],
  ['开个会，让「马克思」、Karl Popper 以及卡尔·荣格讨论自由', {topic: '自由', with: ['马克思', 'Karl Popper', '卡尔·荣格']}],
  ['开个会，让马克思、毛泽东两位讨论自由', {topic: '自由', with: two}],
  // The board.
  [
    '@board:elon_musk,jeff_bezos,allenzhang 是否该做私董会功能？',
    {protocol: 'board', topic: '是否该做私董会功能？', with: ['elon_musk', 'jeff_bezos', 'allenzhang']},
  ],
  ['@board 是否该做 X 功能？', {protocol: 'board', topic: '是否该做 X 功能？', notes: ['default-line-up']}],
  ['@board:private_board 是否该做 X 功能？', {protocol: 'board', topic: '是否该做 X 功能？', with: ['private_board']}],
  [
    '@board：马斯克，贝佐斯 是否该做？3轮',
    {protocol: 'board', topic: '是否该做？', with: ['马斯克', '贝佐斯'], rounds: 3, notes: ['name-unusual', 'name-unusual']},
  ],
  ['@board: elon_musk, jeff_bezos 是否该做？', {protocol: 'board', topic: '是否该做？', with: ['elon_musk', 'jeff_bezos']}],
  ['@board: 是否该做？', {protocol: 'board', topic: '是否该做？'}],
  ['@boardroom 是否该做？', {topic: '@boardroom 是否该做？', notes: ['unknown-at']}],
  ['@team 是否该做 @board 功能？', {topic: '@team 是否该做 @board 功能？', notes: ['unknown-at']}],
  ['@team 开个会，让马克思和毛泽东讨论自由', {topic: '自由', with: two, notes: ['unknown-at']}],
  ['开个会，让马克思和毛泽东讨论 @board:a,b 是什么', {topic: '@board:a,b 是什么', with: two}],
]

const pair = ['Marx', 'Mao']
export const english: [string, Said][] = [
  [
    'hold a meeting: let Marx and Mao discuss will AI replace programmers, 3 rounds',
    {topic: 'will AI replace programmers', with: pair, rounds: 3},
  ],
  [
    'have Marx, Mao and Socrates debate whether virtue can be taught for 2 rounds',
    {topic: 'whether virtue can be taught', with: ['Marx', 'Mao', 'Socrates'], rounds: 2, notes: ['understood-as-request']},
  ],
  ['roundtable on the price of freedom with Marx and Mao', {protocol: 'roundtable', topic: 'the price of freedom', with: pair}],
  [
    'roundtable on coping with grief with Marx and Mao, 3 rounds',
    {protocol: 'roundtable', topic: 'coping with grief', with: pair, rounds: 3},
  ],
  [
    'Roundtable with Marx and Mao on free will, three rounds.',
    {protocol: 'roundtable', topic: 'free will', with: pair, rounds: 3},
  ],
  ['Hold a 3-round debate between Marx and Mao on free will', {topic: 'free will', with: pair, rounds: 3}],
  [
    'please hold a roundtable about free will with Marx, Mao, and Socrates for four rounds',
    {protocol: 'roundtable', topic: 'free will', with: ['Marx', 'Mao', 'Socrates'], rounds: 4},
  ],
  ['/roundtable topic: free will with: Marx, Mao rounds: 3', {protocol: 'roundtable', topic: 'free will', with: pair, rounds: 3}],
  [
    '/roundtable Participants: Marx and Mao; Rounds: 2; Topic: "What is: to be done?"',
    {protocol: 'roundtable', topic: 'What is: to be done?', with: pair, rounds: 2},
  ],
  ["I'd like Marx and Mao to discuss free will", {topic: 'free will', with: pair, notes: ['understood-as-request']}],
  [
    'Get Karl Marx and Mao Zedong to argue about free will over 3 rounds, thanks',
    {topic: 'free will', with: ['Karl Marx', 'Mao Zedong'], rounds: 3, notes: ['understood-as-request']},
  ],
  ['let them debate free will', {topic: 'free will'}],
  [
    'discuss free will with Marx and Mao, 2 rounds',
    {topic: 'free will', with: pair, rounds: 2, notes: ['understood-as-request']},
  ],
  ['roundtable: Marx vs Mao on free will', {protocol: 'roundtable', topic: 'free will', with: pair}],
  ['roundtable: peace and war on earth', {protocol: 'roundtable', topic: 'peace and war on earth'}],
  [
    'roundtable on free will with marx and mao',
    {protocol: 'roundtable', topic: 'free will', with: ['marx', 'mao'], notes: ['with-understood']},
  ],
  ['roundtable on living with AI', {protocol: 'roundtable', topic: 'living with AI', notes: ['with-left-in-topic']}],
  ['roundtable on free will', {protocol: 'roundtable', topic: 'free will'}],
  [
    'hold a meeting: let Marx and Mao discuss whether boxing should have 12 rounds',
    {topic: 'whether boxing should have 12 rounds', with: pair, notes: ['rounds-left-in-topic']},
  ],
  ['hold a meeting: let Marx and Mao discuss "3 rounds", 2 rounds', {topic: '3 rounds', with: pair, rounds: 2}],
  [
    'hold a meeting: let Marx and Mao discuss free will 3 rounds',
    {topic: 'free will', with: pair, rounds: 3, notes: ['rounds-understood']},
  ],
  [
    "let Marx and Mao discuss workers' rights in the U.S.",
    {topic: "workers' rights in the U.S.", with: pair, notes: ['understood-as-request']},
  ],
  [
    'let Marx and Mao discuss free will, 21 rounds',
    {topic: 'free will', with: pair, notes: ['understood-as-request', 'rounds-out-of-range']},
  ],
  [
    'let Marx:claude and Mao:codex/o3 discuss free will, in Chinese',
    {topic: 'free will', with: ['Marx:claude', 'Mao:codex:o3'], lang: 'zh', notes: ['understood-as-request']},
  ],
  ['开个会，让 Marx 和 Mao 讨论 free will，3 rounds', {topic: 'free will', with: pair, rounds: 3}],
  ['A debate between Marx and Mao on free will', {topic: 'free will', with: pair}],
  ['ask Marx and Mao whether freedom exists', {topic: 'whether freedom exists', with: pair, notes: ['understood-as-request']}],
  ['invite Marx and Mao to a roundtable on free will', {protocol: 'roundtable', topic: 'free will', with: pair}],
  [
    'Could you please set up a roundtable with Marx, Mao and Socrates to discuss whether virtue can be taught? Make it 4 rounds.',
    {protocol: 'roundtable', topic: 'whether virtue can be taught?', with: ['Marx', 'Mao', 'Socrates'], rounds: 4},
  ],
  ['hold a meeting where Marx and Mao discuss free will', {topic: 'free will', with: pair}],
]
