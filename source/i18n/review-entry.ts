import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'

/** What is said on the ways into a review. Slots hold text of others; the screen makes them safe. No slot ever holds a secret. */
const zh = {
  separator: '、',
  // Agents, roles, limits
  agentForm:
    '「{said}」不对：--agents 的每一项恰好是 角色:声音（可接 /模型），不能有多余的冒号或位置参数，例如 builder:codex,critic:claude。',
  roleKey: '「{said}」不能当角色的键：用小写字母、数字和连字符，字母开头，最多 32 个。',
  judgeSeat: '裁判（judge）不坐席位，也不参加各轮；用 --judge 声音 指定谁来写报告。',
  roleTwice: '角色 {role} 写了两次；一个角色只能有一个声音。',
  roleUnknown: '没有「{role}」这个角色。现成的有：{known}；自己的角色写成 {path}。',
  tooFew: '评审至少要 {least} 个角色，现在有 {count} 个。',
  tooMany: '评审最多 {most} 个角色，现在有 {count} 个；--max-agents 最多放宽到 {any}。',
  rounds: '评审的轮次要在 1 到 {most} 之间，不能是「{said}」；--max-rounds 最多放宽到 {any}。',
  number: '{flag} 要在 {least} 到 {most} 之间，不能是「{said}」。',
  fromSettings: '设置 review.agents：{problem}',
  mixed: '排练不和真的声音同开一会；这些不是排练：{names}。',
  reviewOnly: '{flag} 只用于评审，请用 roundtable review，或加 --protocol review。',
  notHere: '{flag} 不用于评审；评审的席位用 --agents 角色:声音 写。',
  peopleNamed: '评审的席位是角色，不是人物；这里写了：{names}。请用 --agents 角色:声音。',
  strayWords: '「{said}」没有用处：议题已经由 --topic 给出；角色写在一个 --agents 里，用逗号隔开。',
  otherProtocol: 'roundtable review 开的是评审，不能再写 --protocol {said}。',
  acceptGaps: '接受缺口，就按现有的发言裁决。',
  // Materials
  'file.missing': '{label}：没有这个文件。',
  'file.dangling': '{label}：链接指向的文件不存在。',
  'file.folder': '{label}：是一个文件夹；请逐个写文件。',
  'file.not-a-file': '{label}：不是普通文件（管道、设备或套接字），不读。',
  'file.unreadable': '{label}：读不了（{errno}）。',
  'file.too-large': '{label}：{bytes} 字节，太大；一个文件最多 {most} 字节，请摘出要评审的部分。',
  'file.empty': '{label}：是空的。',
  'file.binary': '{label}：不是文本，里面有零字节。',
  'file.utf-16': '{label}：编码是 {encoding}；请另存为 UTF-8。',
  'file.not-utf8': '{label}：不是 UTF-8 文本；请另存为 UTF-8。',
  'file.sensitive-path': '{label}：这类文件通常存着密钥或登录信息，没有读它。',
  'file.secret': '{label} 第 {line} 行：看起来是「{kind}」（内容不显示）。',
  'file.too-many-brief': '写了 {count} 份说明（--brief-file），最多 {most} 份；--max-materials 可以放宽。',
  'file.too-many-material': '写了 {count} 份材料，最多 {most} 份；--max-materials 可以放宽。',
  howToAllow:
    '会议没有开始。材料会进入发给声音的提示词，也会存进会议文件夹；确实要给，请去掉敏感内容，或加 --allow-sensitive-materials。',
  'secret.private-key': '私钥',
  'secret.aws-key': 'AWS 访问密钥',
  'secret.api-key': 'API 密钥',
  'secret.github-token': 'GitHub 令牌',
  'secret.gitlab-token': 'GitLab 令牌',
  'secret.slack-token': 'Slack 令牌',
  'secret.google-key': 'Google 密钥',
  'secret.stripe-key': 'Stripe 密钥',
  'secret.npm-token': 'npm 令牌',
  'secret.jwt': 'JWT 令牌',
  'secret.url-password': '网址里的密码',
  'secret.assignment': '密码或密钥的赋值',
  'note.twice': '{label} 写了两次，只算一次。',
  'note.damaged': '{label}：有 {count} 处损坏的字符，照原样放进提示词。',
  'note.cleaned': '{label}：提示词里去掉了 {count} 个控制字符。',
  'note.allowed': '注意：{label} 里有像是密钥的内容，按你的要求照样进入提示词和会议文件夹。',
  'note.much': '材料一共 {bytes} 字节，超过 {most}：每份提示词都会带上它们，又慢又贵。',
  // Before the start
  agents: '角色：{list}',
  agent: '{name}（{role}:{voice}）',
  judge: '裁判：{voice}，不参加各轮，最后写报告。',
  brief: '说明 {n}：{label}（{bytes} 字节，sha256 {sha}）',
  material: '材料 {n}：{label}（{bytes} 字节，sha256 {sha}）',
  truncated: '{line}，提示词里只放前 {kept} 字节：报告会把截断列入证据缺口',
  noMaterials: '没有附材料：各角色只凭议题判断，报告会写明。',
  caps: '{rounds} 轮（上限 {mostRounds}），{count} 个角色（上限 {mostAgents}），每次发言最多 {limit}，每份材料最多 {block} 字节进入提示词。',
  minutes: '{n} 分钟',
  seconds: '{n} 秒',
  callsOne: '共 {calls} 次调用。',
  calls: '共 {calls} 次调用，约 {least} 到 {most} token；追问和重问另计。',
  callsFree: '共 {calls} 次发言，不经过任何模型。',
  'paused.gaps':
    '有角色缺席，最终报告先不生成，会议在此暂停。接受带缺口的报告：{command} --accept-gaps；要换声音或再问一次：{command}',
  'paused.trouble':
    '没有可以裁决的发言，或者裁判没有给出报告，会议在此暂停。查看哪些声音可用：roundtable doctor；接着开，可以换声音或再问一次：{command}',
  judgeName: '裁判',
  verdict: '裁决',
  missing:
    '要用这个声音的：{roles}。会议没有开始，可以：装好或登录后再来；用 --agents、--judge 换一个声音；写 --fallback {role}:声音 让它顶替（报告的 Provenance 会写明）。',
} as const

type EntryWords = {readonly [key in keyof typeof zh]: string}

const en: EntryWords = {
  separator: ', ',
  agentForm:
    '"{said}" will not do: each of --agents is exactly ROLE:VOICE (/MODEL may follow), without further colons or words, as in builder:codex,critic:claude.',
  roleKey: '"{said}" cannot be the key of a role: small letters, digits and hyphens, a letter first, 32 at most.',
  judgeSeat: 'The judge takes no seat and no part in the rounds; --judge VOICE says who writes the report.',
  roleTwice: 'The role {role} is there twice; a role has one voice.',
  roleUnknown: 'There is no role "{role}". There are: {known}; a role of your own is a file {path}.',
  tooFew: 'A review needs {least} roles at least; there are {count}.',
  tooMany: 'A review has {most} roles at most; there are {count}. --max-agents goes up to {any}.',
  rounds: 'Rounds of a review go from 1 to {most}, not "{said}"; --max-rounds goes up to {any}.',
  number: '{flag} goes from {least} to {most}, not "{said}".',
  fromSettings: 'Setting review.agents: {problem}',
  mixed: 'A rehearsal does not mix with real voices; these are no rehearsal: {names}.',
  reviewOnly: '{flag} is for reviews only; use roundtable review, or add --protocol review.',
  notHere: '{flag} is not for reviews; the seats of a review are given as --agents ROLE:VOICE.',
  peopleNamed: 'The seats of a review are roles, not people; named here: {names}. Use --agents ROLE:VOICE.',
  strayWords: '"{said}" has no use: --topic gives the topic, and the roles stand in one --agents, parted by commas.',
  otherProtocol: 'roundtable review opens a review; it does not go with --protocol {said}.',
  acceptGaps: 'The gaps are accepted; give the verdict on what there is.',
  'file.missing': '{label}: there is no such file.',
  'file.dangling': '{label}: the link leads to a file that is not there.',
  'file.folder': '{label}: this is a folder; name its files one by one.',
  'file.not-a-file': '{label}: no regular file (a pipe, a device or a socket), so it is not read.',
  'file.unreadable': '{label}: cannot be read ({errno}).',
  'file.too-large': '{label}: {bytes} bytes are too many; a file has {most} at most. Cut out what is to be reviewed.',
  'file.empty': '{label}: is empty.',
  'file.binary': '{label}: is no text; it holds zero bytes.',
  'file.utf-16': '{label}: is written in {encoding}; save it as UTF-8.',
  'file.not-utf8': '{label}: is no UTF-8 text; save it as UTF-8.',
  'file.sensitive-path': '{label}: files of this kind keep keys or logins, so it was not read.',
  'file.secret': '{label}, line {line}: looks like {kind} (not shown).',
  'file.too-many-brief': '{count} briefs (--brief-file) are named, {most} at most; --max-materials raises that.',
  'file.too-many-material': '{count} materials are named, {most} at most; --max-materials raises that.',
  howToAllow:
    "The meeting was not begun. Materials go into the prompts that voices are sent and into the meeting's folder; take out what is sensitive or, if you mean it, add --allow-sensitive-materials.",
  'secret.private-key': 'a private key',
  'secret.aws-key': 'an AWS access key',
  'secret.api-key': 'an API key',
  'secret.github-token': 'a GitHub token',
  'secret.gitlab-token': 'a GitLab token',
  'secret.slack-token': 'a Slack token',
  'secret.google-key': 'a Google key',
  'secret.stripe-key': 'a Stripe key',
  'secret.npm-token': 'an npm token',
  'secret.jwt': 'a JWT',
  'secret.url-password': 'a password in an address',
  'secret.assignment': 'the assignment of a password or key',
  'note.twice': '{label} is named twice and counts once.',
  'note.damaged': '{label}: damaged characters: {count}; they go into the prompts as they are.',
  'note.cleaned': '{label}: control characters taken out of the prompts: {count}.',
  'note.allowed':
    'Note: {label} seems to hold a key; as you asked, it goes into the prompts and the folder of the meeting all the same.',
  'note.much': 'The materials have {bytes} bytes, more than {most}: every prompt carries them, which is slow and dear.',
  agents: 'Roles: {list}',
  agent: '{name} ({role}:{voice})',
  judge: 'Judge: {voice}, who takes no part in the rounds and writes the report.',
  brief: 'Brief {n}: {label} ({bytes} bytes, sha256 {sha})',
  material: 'Material {n}: {label} ({bytes} bytes, sha256 {sha})',
  truncated: '{line}; prompts carry its first {kept} bytes only, and the report lists that as a gap in the evidence',
  noMaterials: 'No materials are attached: the roles judge by the topic alone, and the report says so.',
  caps: 'Rounds: {rounds} (at most {mostRounds}); roles: {count} (at most {mostAgents}); a turn takes {limit} at most; of each material {block} bytes at most go into a prompt.',
  minutes: '{n} min',
  seconds: '{n} s',
  callsOne: 'Calls: {calls}.',
  calls: 'Calls: {calls}, about {least} to {most} tokens; further questions and asking again come on top.',
  callsFree: 'Speeches: {calls}; no model is asked.',
  'paused.gaps':
    'Roles are missing, so the final report is withheld and the meeting pauses here. To take a report with gaps: {command} --accept-gaps; to change a voice or ask again: {command}',
  'paused.trouble':
    'Nothing was said that a verdict could rest on, or the judge gave no report, so the meeting pauses here. Which voices can speak: roundtable doctor; to go on, change a voice or ask again: {command}',
  judgeName: 'judge',
  verdict: 'verdict',
  missing:
    'Wanted for: {roles}. The meeting was not begun. You can install it or log in and come again; name another voice with --agents or --judge; or write --fallback {role}:VOICE to let that one speak instead, which the Provenance of the report will say.',
}

const languages: Readonly<Record<Lang, EntryWords>> = {zh, en}

export type ReviewWord = keyof EntryWords

export const reviewWords = (lang: Lang): EntryWords => languages[lang]

export const tellReview = (lang: Lang, key: ReviewWord, slots: Readonly<Record<string, string | number>> = {}): string =>
  fill(languages[lang][key], slots)
