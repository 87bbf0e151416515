import type {Lang} from '../core/events.ts'

/** The words of a board's files. Slots hold text that is already fit for a line of Markdown. */
const zh = {
  transcriptTitle: '# 私董会 · 完整记录',
  decisionTitle: '# 私董会 · 决策建议',
  rowModerator: '主持人',
  rowExperts: '专家',
  rowOrder: '发言方式',
  orderParallel: '同一轮同时发言，按座次排列',
  orderTurn: '按座次依次发言',
  roundsHeld: '{rounds} 轮',
  roundsOf: '{rounds} 轮（最多 {planned} 轮）',
  roundsSoFar: '最多 {planned} 轮（会议尚未结束）',

  dialogueHeading: '## 讨论记录',
  phaseOpening: '### 开场',
  phaseRound: '### 第 {round} 轮',
  phaseClosing: '### 作结',
  chair: '*会议程序*',
  moderator: '主持人 · 开场',
  expert: '第 {round} 轮',
  speaker: '**{who}**（{role}）',
  summary: '**{who}**（主持人 · 第 {round} 轮小结）',
  adviceGo: '*主持人认为*：值得再讨论一轮（只是建议）。',
  adviceEnd: '*主持人认为*：可以作结（只是建议）。',
  condensed: '*记录*：以下是{who}为后面的传话压缩的前文；上面的原话都在。',
  decided: '**{who}**（主持人 · 决策建议）',
  decidedSee: '*记录*：各方观点、共识、分歧和建议行动见 decision.md。',
  counted: '*记录*：到此为止的讨论约 {tokens} 个 token。',

  byModerator: '由主持人{who}根据讨论给出（声音 {voice}）；内容经程序检查格式并排版，不代表本人的观点。',
  byExtract: '**摘句，不是决策建议**：没有得到主持人的结论。下面引用的话都是程序从讨论中逐字摘出的，没有经过归纳。',
  byExtractYet: '**摘句，不是决策建议**：讨论还没有作结。下面引用的话都是程序从讨论中逐字摘出的，没有经过归纳。',
  adviceHeading: '## 决策建议',
  adviceNone: '（没有）',
  lastSummary: '主持人对第 {round} 轮的小结：',
  viewsHeading: '## 各方观点',
  viewHeading: '### {name}',
  viewSilent: '（没有发言）',
  viewMissing: '（主持人没有列出）',
  consensusHeading: '## 共识点',
  dissentHeading: '## 分歧点',
  actionsHeading: '## 建议行动',
  usageHeading: '## 用量',
  none: '（没有）',
}

export type BoardWords = {readonly [key in keyof typeof zh]: string}

const en: BoardWords = {
  transcriptTitle: '# Board · Full record',
  decisionTitle: '# Board · Decision',
  rowModerator: 'Moderator',
  rowExperts: 'Experts',
  rowOrder: 'Order',
  orderParallel: 'at the same time in each round, shown in seating order',
  orderTurn: 'one after another, in seating order',
  roundsHeld: '{rounds}',
  roundsOf: '{rounds} (at most {planned})',
  roundsSoFar: 'at most {planned} (the meeting is not over)',

  dialogueHeading: '## The discussion',
  phaseOpening: '### Opening',
  phaseRound: '### Round {round}',
  phaseClosing: '### Conclusion',
  chair: '*The program*',
  moderator: 'moderator, opening',
  expert: 'round {round}',
  speaker: '**{who}** ({role})',
  summary: '**{who}** (moderator, summary of round {round})',
  adviceGo: '*The moderator thinks*: one more round is worth it (advice only).',
  adviceEnd: '*The moderator thinks*: it can be concluded (advice only).',
  condensed: '*Record*: what follows was condensed by {who} for the prompts; the words above all stand.',
  decided: '**{who}** (moderator, decision)',
  decidedSee: '*Record*: views, consensus, dissent and actions are in decision.md.',
  counted: '*Record*: the discussion so far is about {tokens} tokens.',

  byModerator:
    'Given by the moderator {who} from the discussion (voice {voice}); the program checked the form and laid out the page. These are not the persons’ own views.',
  byExtract:
    '**Extracted sentences, no advice**: there is no conclusion by the moderator. What is quoted was taken from the discussion word for word; nothing was summed up.',
  byExtractYet:
    '**Extracted sentences, no advice**: the discussion has not been concluded yet. What is quoted was taken from it word for word; nothing was summed up.',
  adviceHeading: '## Advice',
  adviceNone: '(none)',
  lastSummary: 'The moderator on round {round}:',
  viewsHeading: '## Views',
  viewHeading: '### {name}',
  viewSilent: '(did not speak)',
  viewMissing: '(not listed by the moderator)',
  consensusHeading: '## Consensus',
  dissentHeading: '## Dissent',
  actionsHeading: '## Actions',
  usageHeading: '## Usage',
  none: '(none)',
}

export const boardWords: Readonly<Record<Lang, BoardWords>> = {zh, en}
