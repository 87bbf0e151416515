import type {Lang} from '../core/events.ts'
import type {Stance} from '../core/stance.ts'

/** What a role dwells on, whatever is put before it; where it stands at first, and how sure it is. */
export type RoleLines = {
  readonly stance: readonly [Stance, number]
  readonly strength: string
  readonly problem: string
  readonly premise: string
  readonly change: string
  readonly question: string
  readonly principle: string
  readonly value: string
}

type Frames = {readonly [key in keyof typeof zhFrames]: string}

const zhFrames = {
  label: '（排练：固定句式加材料和发言的原句，不是模型的判断。）',
  anchor: '{source}里的「{anchor}」是我据以判断的一处，那里没有写谁来验证。',
  noAnchor: '没有材料可查，这一条只能当作待验证的假设。',
  cutNote: '{source}只给出了开头部分，后面的我没有看到，不能当作看过。',
  continue: '建议继续，先按现在的范围做出第一步，再看结果。',
  modify: '建议修改后继续，按第 5 项改完再动手。',
  drop: '建议放弃现在的做法，除非第 3 项的前提能被证实。',
  confidence: '置信度 {confidence}，取决于第 3 项的前提能不能查实。{rule}',
  drift: '最偏离核心目标的是{name}的「{quote}」：它回答的是怎样做得更顺，没有回答「{topic}」为谁解决什么。',
  driftNone: '还没有听到别人的观点，这一项暂缺，理由是本轮没有可以质询的对象。',
  over: '{name}说「{quote}」，低估了执行成本：这一步要占用谁的时间、占多久，没有给出依据。',
  overNone: '没有听到第二个人的观点，用户价值和执行成本仍按上一轮的依据。',
  changed: '{name}的「{quote}」改变了我的判断：这条理由指出了我没有考虑的约束，所以我从「{before}」转为「{now}」。',
  unchanged: '没有哪个观点改变我的判断。{name}的「{quote}」我考虑过，但它没有提供新的证据，理由同第 4 项。',
  unchangedBare: '没有哪个观点改变我的判断，因为没有出现新的证据。',
  keep: '从用户价值和项目目标出发，应{stance}当前方案。{value}',
  same: '立场仍是「{now}」，置信度 {confidence}，与上一轮相比没有变，因为依据没有变。',
  moved: '立场由「{before}」变为「{now}」，置信度 {confidence}，原因见第 3 项。',
  first: '立场是「{now}」，置信度 {confidence}，这是我第一次给出立场，依据见上面各项。',
  word: '用户说「{word}」：这一点我放进第 5 项的判断里，依据是它直接关系到「{topic}」为谁解决什么。',
  goal: '核心目标是回答「{topic}」，而不是把方案写完整；现在差在还没有人说清怎样算做成。',
  alone: '我的独立判断：{problem}',
  differ: '我和别的角色最实质的不同在于：{principle}',
  choiceContinue: '按现在的方案继续',
  choiceModify: '修改后采用',
  choiceDrop: '放弃现在的方案',
  high: '高',
  middle: '中',
  low: '低',
  advice: '选择：{choice}。置信度：{level}。一句话：最新一轮 {count} 个角色里，{most} 个的立场是「{stance}」。',
  adviceWord: '用户补充的「{word}」要一并答复。',
  said: '- {name}：{text}',
  quoted: '- {name}（第 {round} 轮）：{text}',
  nothing: '没有可供整理的发言。',
  rejected: '- 不采用「{choice}」：{reason}',
  rejectedNone: '- 没有角色提出别的选择；不采用「什么都不改」，因为各角色的第 2 项都还没有答复。',
  riskHead: '| 风险 | 严重度 | 可能性 | 缓解方式 |\n|---|---|---|---|',
  riskRow: '| {name}：{risk} | 中 | 待验证 | {fix} |',
  positionHead: '| Agent | 立场 | 核心观点 | 置信度 |\n|---|---|---|---|',
  positionRow: '| {name} | {stance} | {view} | {confidence} |',
  dispute: '- 立场不同：{names}。裁断见最终建议，理由是它在最新一轮的支持最多。',
  held: '{name}（{stance}）',
  disputeNone: '- 最新一轮的立场相同，争议只在做法：见反对意见。',
  together: '- 最新一轮各角色的立场都是「{stance}」，理由各自不同，不能算证据。',
  togetherNone: '- 没有。',
  gapCut: '- {label}：提示词里只有开头部分，没有经过完整审阅。',
  gapPremise: '- {name}提出的前提还没有查实：{text}',
  action24: '- 24 小时内：{name}的第一步：{text}',
  action3: '- 3 天内：{name}：{text}',
  action7: '- 1 周内：{name}：{text}',
  actionsNone: '- 1 周内：补上各角色的答复，再开一次会。',
  decision:
    '- 日期：见本文件开头\n- 输入：{inputs}\n- 角色：{names}\n- 轮次：{rounds}\n- 关键假设：{premise}\n- 不确定的地方：排练不做判断，以上全部待真实评审。',
  inputsNone: '只有主题',
}

const enFrames: Frames = {
  label: '(Rehearsal: fixed sentences around words of the materials and the speeches, no judgement of a model.)',
  anchor: 'In {source}, “{anchor}” is the place I judge by, and nothing there says who verifies it.',
  noAnchor: 'There is no material to look it up in, so this stays an assumption to be verified.',
  cutNote: 'Of {source} only the beginning was given; I have not seen the rest and do not claim to.',
  continue: 'I advise going on: take the first step within the present scope and look at the result.',
  modify: 'I advise going on once it is changed as point 5 says.',
  drop: 'I advise dropping the present approach unless the premise in point 3 can be proved.',
  confidence: 'Confidence {confidence}; it depends on whether the premise in point 3 holds. {rule}',
  drift:
    'Furthest from the core goal is {name} with “{quote}”: it says how to do it more smoothly, not for whom “{topic}” solves what.',
  driftNone:
    'I have not heard another view yet, so there is nothing to examine here, and that is the reason this point stays open.',
  over: '{name} says “{quote}”. That underrates the cost of doing it: whose days it takes, and how many, is left without any evidence.',
  overNone: 'I have not heard a second view; user value and cost stand as they did.',
  changed:
    '“{quote}” by {name} changed my judgement: it points to a constraint that I had not considered, so I go from “{before}” to “{now}”.',
  unchanged:
    'No view changed my judgement. I considered “{quote}” by {name}; it brings no new evidence, for the reason given in point 4.',
  unchangedBare: 'No view changed my judgement, because there was no new evidence.',
  keep: 'From user value and the goal, my answer is to {stance}. {value}',
  same: 'My stance is still “{now}”, confidence {confidence}; it has not changed because its grounds have not.',
  moved: 'My stance went from “{before}” to “{now}”, confidence {confidence}, for the reason in point 3.',
  first: 'My stance is “{now}”, confidence {confidence}; it is the first I give, on the grounds above.',
  word: 'The person said “{word}”: I take that into point 5, because it bears on for whom “{topic}” solves what.',
  goal: 'The core goal is an answer to “{topic}”, not a complete proposal; what it lacks is a word on how success is told.',
  alone: 'My own judgement: {problem}',
  differ: 'Where I differ most from the other roles: {principle}',
  choiceContinue: 'go on with the present proposal',
  choiceModify: 'adopt as modified',
  choiceDrop: 'drop the present proposal',
  high: 'high',
  middle: 'medium',
  low: 'low',
  advice:
    'Choice: {choice}. Confidence: {level}. In one sentence: of {count} roles in the latest round, {most} take the stance “{stance}”.',
  adviceWord: 'What the person added, “{word}”, needs an answer with it.',
  said: '- {name}: {text}',
  quoted: '- {name} (round {round}): {text}',
  nothing: 'There is nothing said to go by.',
  rejected: '- Not adopted, “{choice}”: {reason}',
  rejectedNone:
    '- No role put forward another choice; changing nothing is not adopted, because point 2 of each role is still unanswered.',
  riskHead: '| Risk | Severity | Likelihood | Mitigation |\n|---|---|---|---|',
  riskRow: '| {name}: {risk} | medium | to be verified | {fix} |',
  positionHead: '| Agent | Stance | Core view | Confidence |\n|---|---|---|---|',
  positionRow: '| {name} | {stance} | {view} | {confidence} |',
  dispute:
    '- The stances differ: {names}. The ruling is the final recommendation, because it has the most support in the latest round.',
  held: '{name} ({stance})',
  disputeNone: '- The stances of the latest round are the same; what is disputed is how, see the objections.',
  together: '- In the latest round all roles take the stance “{stance}”; their reasons differ, so this is no evidence.',
  togetherNone: '- None.',
  gapCut: '- {label}: only its beginning was in the prompts; it was not reviewed as a whole.',
  gapPremise: '- A premise raised by {name} is not proved: {text}',
  action24: '- Within 24 hours: the first step by {name}: {text}',
  action3: '- Within 3 days: {name}: {text}',
  action7: '- Within 1 week: {name}: {text}',
  actionsNone: '- Within 1 week: get the answers of the roles and meet again.',
  decision:
    '- Date: see the head of this file\n- Inputs: {inputs}\n- Roles: {names}\n- Rounds: {rounds}\n- Key assumption: {premise}\n- Uncertain: a rehearsal judges nothing; all of this awaits a real review.',
  inputsNone: 'only the topic',
}

const zhRoles: Readonly<Record<string, RoleLines>> = {
  builder: {
    stance: ['continue', 0.7],
    strength: '最强的点是它能切出一个几天就做得完的版本，先给一小群人用起来。',
    problem: '最大问题是范围没有排先后，第一步和以后的事写在一起，容易做成一个大工程。',
    premise: '被忽略的前提是现有的人手和工具够做第一步，方案没有写谁来做、做多久。',
    change: '只留一条最短的路径，其余的都留到以后，第一步不引入任何新的依赖。',
    question: '如果只允许做一件事，去掉哪些部分它仍然有用？',
    principle: '应坚持的原则是先做出最小可用的一步，用结果说话，不为想象中的将来多写一行。',
    value: '用户先拿到能用的东西，才谈得上好不好。',
  },
  critic: {
    stance: ['drop', 0.6],
    strength: '最强的点是它把要做的决定摆了出来，可以被反驳。',
    problem: '最大问题是结论先于证据：列了好处，没有列出在什么情况下它会失败。',
    premise: '被忽略的前提是不做会有损失，方案没有比较什么都不做的结果。',
    change: '先写出三条会让它作废的反例，逐条去查，有一条成立就停。',
    question: '出现什么结果，大家愿意承认这件事不该做？',
    principle: '应坚持的原则是先证伪再投入，说不出失败条件的方案不算方案。',
    value: '没有反例检验过的价值，只是愿望。',
  },
  'user-advocate': {
    stance: ['modify', 0.65],
    strength: '最强的点是它碰到了一个确实有人抱怨的地方。',
    problem: '最大问题是没有一个具体的用户：谁在什么情形下需要它，文字里找不到。',
    premise: '被忽略的前提是用户愿意为此改变习惯，方案没有问过任何一个人。',
    change: '先找五个真正会用的人，看他们现在怎么凑合，再决定做哪一半。',
    question: '有没有一个人说过，没有它就做不成自己的事？',
    principle: '应坚持的原则是价值要能被用户自己说出来，而不是由我们替他说。',
    value: '用户在乎的是少一步麻烦，不是多一个功能。',
  },
  'business-analyst': {
    stance: ['modify', 0.6],
    strength: '最强的点是投入大致可控，可以分段停下来。',
    problem: '最大问题是没有算账：成本写得含糊，收益没有对应的数字。',
    premise: '被忽略的前提是这笔投入没有更好的去处，方案没有写机会成本。',
    change: '补一张一页的账：投入多少，多久看到什么，低于多少就停。',
    question: '同样的钱和人，放在别的事上能得到什么？',
    principle: '应坚持的原则是每一步都有可以停下来的数字，算不清的先不做大。',
    value: '价值要能换算成留下来的人或省下来的钱。',
  },
  architect: {
    stance: ['modify', 0.75],
    strength: '最强的点是边界大致清楚，改动可以关在一处。',
    problem: '最大问题是多了一处要长期维护的状态，出错时由谁修复没有写。',
    premise: '被忽略的前提是现有结构接得住它，方案没有写迁移和退回的办法。',
    change: '把新旧两边隔开，先定接口和退回的步骤，再写里面的东西。',
    question: '两年后接手的人，要读多少东西才敢改它？',
    principle: '应坚持的原则是复杂度要有人认领，加一层就要减一层。',
    value: '用户感受得到的是它坏不坏、改得快不快。',
  },
  'security-reliability': {
    stance: ['modify', 0.8],
    strength: '最强的点是影响的范围说得出来，可以逐步放开。',
    problem: '最大问题是失败的路径没有写：数据丢了、权限错了、对方挂了各怎么办。',
    premise: '被忽略的前提是出了事能看见，方案没有写监控和回滚。',
    change: '先写回滚和告警，再写功能；权限从最小的开始放。',
    question: '如果今晚出事，谁在几步之内能把它关掉？',
    principle: '应坚持的原则是能退回去才往前走，默认拒绝，出错时保住数据。',
    value: '用户最不能原谅的是丢了他的东西。',
  },
  other: {
    stance: ['modify', 0.6],
    strength: '最强的点是它把问题写了下来，可以逐条核对。',
    problem: '最大问题是从我的职责看，关键的一环没有人负责。',
    premise: '被忽略的前提是别的部分都会照计划到位，方案没有写不到位时怎么办。',
    change: '先补上我职责里的那一环，写明谁来验证、怎样算通过。',
    question: '谁来为这一环的结果签字？',
    principle: '应坚持的原则是每一环都有人负责，没有人负责的不算完成。',
    value: '用户看到的是整件事，不是哪一部分做得好。',
  },
}

const enRoles: Readonly<Record<string, RoleLines>> = {
  builder: {
    stance: ['continue', 0.7],
    strength:
      'The strongest point is that a version can be cut out of it that takes days, and that a few people can use at once.',
    problem:
      'The biggest problem is that nothing is put in order: the first step and everything later stand together, which makes for a large project.',
    premise:
      'The premise that was overlooked is that the people and tools at hand suffice for the first step; nobody wrote who does it and for how long.',
    change: 'Keep the one shortest path, leave everything else for later, and bring in no new dependency with the first step.',
    question: 'If only one thing may be done, which parts can go and leave it useful?',
    principle:
      'The principle to hold to is to make the smallest thing that works first, and not to write a line for an imagined future.',
    value: 'Users need something they can use before anybody can tell whether it is good.',
  },
  critic: {
    stance: ['drop', 0.6],
    strength: 'The strongest point is that it puts the decision on the table, where it can be refuted.',
    problem:
      'The biggest problem is that the conclusion comes before the evidence: the benefits are listed, the conditions of failure are not.',
    premise: 'The premise that was overlooked is that doing nothing costs something; that was never compared.',
    change: 'Write down three counter-examples that would void it, look into each, and stop when one of them holds.',
    question: 'Which result would make everybody admit that this should not be done?',
    principle: 'The principle to hold to is to try to refute before spending; a proposal without a condition of failure is none.',
    value: 'Value that no counter-example has tested is a wish.',
  },
  'user-advocate': {
    stance: ['modify', 0.65],
    strength: 'The strongest point is that it touches something people really complain about.',
    problem:
      'The biggest problem is that there is no definite user in it: who needs it, and in which situation, cannot be found in the text.',
    premise: 'The premise that was overlooked is that users will change a habit for it; nobody was asked.',
    change: 'Find five people who would use it, watch how they get by today, and then decide which half to do.',
    question: 'Has one person said that they cannot get their work done without it?',
    principle: 'The principle to hold to is that users can name the value themselves, and that we do not name it for them.',
    value: 'Users care for one trouble less, not for one feature more.',
  },
  'business-analyst': {
    stance: ['modify', 0.6],
    strength: 'The strongest point is that the spending can be kept in stages and stopped between them.',
    problem: 'The biggest problem is that nobody did the sum: the cost is vague, and no number stands against the benefit.',
    premise: 'The premise that was overlooked is that the money has no better use; the opportunity cost is not mentioned.',
    change: 'Add one page of figures: how much goes in, what is seen by when, and below which number it stops.',
    question: 'What would the same money and people bring elsewhere?',
    principle: 'The principle to hold to is a number at which to stop for every step; what cannot be counted stays small.',
    value: 'Value has to come down to people who stay or money that is saved.',
  },
  architect: {
    stance: ['modify', 0.75],
    strength: 'The strongest point is that its borders are fairly clear, so the change can be kept in one place.',
    problem: 'The biggest problem is one more piece of state to look after for years, and nobody named who repairs it.',
    premise:
      'The premise that was overlooked is that the present structure can carry it; the way over and the way back are not described.',
    change: 'Keep the old and the new apart, settle the interface and the way back first, and fill in the inside afterwards.',
    question: 'How much does a newcomer have to read in two years before daring to change it?',
    principle: 'The principle to hold to is that somebody owns the complexity, and that a layer goes for every layer that comes.',
    value: 'What users notice is whether it breaks and how soon it is mended.',
  },
  'security-reliability': {
    stance: ['modify', 0.8],
    strength: 'The strongest point is that its reach can be named, so it can be opened step by step.',
    problem:
      'The biggest problem is that the paths of failure are missing: lost data, wrong permissions, a partner that is down.',
    premise: 'The premise that was overlooked is that a failure will be seen; monitoring and rollback are not described.',
    change: 'Write rollback and alarms first and the feature after; begin with the smallest permission.',
    question: 'If it fails tonight, who can switch it off, and in how many steps?',
    principle:
      'The principle to hold to is to go forward only where there is a way back, to refuse by default, and to save the data.',
    value: 'What users do not forgive is the loss of what is theirs.',
  },
  other: {
    stance: ['modify', 0.6],
    strength: 'The strongest point is that the problem is written down and can be checked point by point.',
    problem: 'The biggest problem, seen from my duty, is that one link that matters belongs to nobody.',
    premise:
      'The premise that was overlooked is that everything else arrives as planned; what happens otherwise is not described.',
    change: 'Add the link that is my duty first, with who verifies it and how it passes.',
    question: 'Who signs for the result of this link?',
    principle: 'The principle to hold to is that every link belongs to somebody; what belongs to nobody is not done.',
    value: 'Users see the whole thing, not the part that went well.',
  },
}

export const rehearsedReview: Readonly<
  Record<
    Lang,
    {
      readonly frames: Frames
      readonly roles: Readonly<Record<string, RoleLines>>
      readonly stances: Readonly<Record<Stance, string>>
    }
  >
> = {
  zh: {frames: zhFrames, roles: zhRoles, stances: {continue: '继续', modify: '修改', drop: '放弃'}},
  en: {frames: enFrames, roles: enRoles, stances: {continue: 'continue', modify: 'modify', drop: 'drop'}},
}
