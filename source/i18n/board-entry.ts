import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'

/** What is said on the ways into a board and out of it. Slots hold text of others; the screen makes them safe. */
const zh = {
  separator: '、',
  noExpert: '没有写请哪几位专家。写法：@board:elon_musk,jeff_bezos 主题；只写「@board 主题」则用默认的专家团。',
  badName: '「{name}」不能当专家的名字：只用字母、数字、下划线和连字符，最多 64 个，或写别名，如 马斯克。',
  tooMany: '私董会最多 {most} 位专家，现在有 {count} 位。',
  rounds: '私董会的轮次要在 1 到 {most} 之间，不能是「{said}」。',
  unknownExpert: '没有找到专家「{name}」。',
  nearestExperts: '相近的有：{names}',
  ambiguousExpert: '「{name}」可以指：{names}。请写明名字。',
  availableExperts: '现有的专家：{names}',
  availableBoards: '现有的专家团：{names}',
  expertRow: '{name}（{id}）',
  expertTwice: '{name} 只能坐一个席位，只算一次。',
  moderatorUnknown: '主持人要是在座的一位，或 facilitator，不能是「{said}」。在座的有：{names}',
  moderatorFew: '只有 {count} 位专家时由专职主持人主持，不能让「{said}」主持：主持的专家不参加各轮发言。',
  noFacilitator: '没有找到专职主持人（facilitator）的文件，请检查安装是否完整。',
  boardOnly: '{flag} 只用于私董会，请加 --protocol board，或写 @board 主题。',
  eventsJson: '--events board 要和 --json 一起用。',
  boardUsed: '专家团 {name}：{names}',
  moderates: '主持人：{name}，开场、每轮小结、收尾，不参加各轮发言。',
  facilitates: '主持人：{name}（专职，不在专家之列），开场、每轮小结、收尾。',
  facilitatesFew: '主持人：{name}（专职；只有一两位专家时自动如此）。',
  inParallel: '每轮各位同时发言，只听得到前面各轮。',
  inTurn: '每轮依次发言，听得到本轮前面的发言。',
  callsOne: '共 {calls} 次调用。',
  calls: '共 {calls} 次调用，约 {least} 到 {most} token；压缩历史和重问另计。',
  callsFree: '共 {calls} 次发言，不经过任何模型。',
  'stage.summary': '第 {round} 轮小结',
  'stage.decision': '决策建议',
  'stage.condense': '压缩前文',

  'serve.url': '别的前端可以从这里跟进和发言（只限本机，网址里的口令别外传）：{url}',
  'serve.room': '别的前端：{url}',
  'serve.used': '端口 {port} 已经被别的程序占用，会议没有开始。换一个端口，或用 --serve 0 让系统挑一个。',
  'serve.failed': '不能在端口 {port} 上等待连接（{code}），会议没有开始。换一个端口，或用 --serve 0。',
  'serve.not_text': '只收文本消息。',
  'serve.not_json': '消息不是 JSON。',
  'serve.unknown_message': '不认识这条消息；能用的是 {"type":"say","text":"..."}。',
  'serve.nothing_said': '没有话，或者会议已经不在进行。',
  'serve.unknown_command': '没有「/{word}」这个命令。{nearest}',
  'serve.nearest': '相近的有：{nearest}',
  'serve.not_written': '没能写到磁盘，这句话没有记下：{message}',
} as const

export type EntryWords = {readonly [key in keyof typeof zh]: string}

const en: EntryWords = {
  separator: ', ',
  noExpert: 'No expert is named. Write @board:elon_musk,jeff_bezos TOPIC; "@board TOPIC" alone seats the default board.',
  badName:
    '"{name}" cannot be the name of an expert: letters, digits, underscores and hyphens only, 64 at most, or an alias such as 马斯克.',
  tooMany: 'A board has {most} experts at most; {count} are named.',
  rounds: 'Rounds of a board go from 1 to {most}, not "{said}".',
  unknownExpert: 'There is no expert "{name}".',
  nearestExperts: 'Near it: {names}',
  ambiguousExpert: '"{name}" can mean {names}. Please give the name in full.',
  availableExperts: 'Experts: {names}',
  availableBoards: 'Boards: {names}',
  expertRow: '{name} ({id})',
  expertTwice: '{name} can take one seat only and counts once.',
  moderatorUnknown: 'The moderator has to be one of those seated, or facilitator, not "{said}". Seated: {names}',
  moderatorFew:
    'With {count} expert(s) a facilitator moderates, so "{said}" cannot: an expert who moderates does not speak in the rounds.',
  noFacilitator: 'The file of the facilitator was not found; please check the installation.',
  boardOnly: '{flag} is for boards only; add --protocol board, or write @board TOPIC.',
  eventsJson: '--events board goes with --json.',
  boardUsed: 'Board {name}: {names}',
  moderates: 'Moderator: {name}, who opens, sums up each round and concludes, and does not speak in the rounds.',
  facilitates: 'Moderator: {name} (a facilitator, not one of the experts), who opens, sums up each round and concludes.',
  facilitatesFew: 'Moderator: {name} (a facilitator; with one or two experts that is always so).',
  inParallel: 'In each round all speak at once and hear earlier rounds only.',
  inTurn: 'In each round one speaks after the other and hears who spoke before in it.',
  callsOne: 'Calls: {calls}.',
  calls: 'Calls: {calls}, about {least} to {most} tokens; condensing the history and asking again come on top.',
  callsFree: 'Speeches: {calls}; no model is asked.',
  'stage.summary': 'Summary of round {round}',
  'stage.decision': 'Decision',
  'stage.condense': 'Condensing what was said',

  'serve.url': 'Another front end can follow and join here (this machine only; keep the token in it to yourself): {url}',
  'serve.room': 'Other front ends: {url}',
  'serve.used':
    'Port {port} is in use by another program; the meeting was not begun. Take another port, or --serve 0 for any that is free.',
  'serve.failed': 'Nothing can listen on port {port} ({code}); the meeting was not begun. Take another port, or --serve 0.',
  'serve.not_text': 'Only text messages are taken.',
  'serve.not_json': 'The message is not JSON.',
  'serve.unknown_message': 'This message is unknown; what can be sent is {"type":"say","text":"..."}.',
  'serve.nothing_said': 'Nothing was said, or the meeting is not under way any more.',
  'serve.unknown_command': 'There is no command /{word}. {nearest}',
  'serve.nearest': 'Near it: {nearest}',
  'serve.not_written': 'It could not be written to disk, so this was not recorded: {message}',
}

const languages: Readonly<Record<Lang, EntryWords>> = {zh, en}

export const entryWords = (lang: Lang): EntryWords => languages[lang]

export const tellEntry = (
  words: EntryWords,
  key: keyof EntryWords,
  slots: Readonly<Record<string, string | number>> = {},
): string => fill(words[key], slots)
