import type {Lang} from '../core/events.ts'
import type {ExpertHeadings} from '../core/expert.ts'

/** What there is to say about expert files and templates of boards: finding code -> text, as in `personas.ts`. */
export const expertFindings = {
  zh: {
    'yaml-indent': 'YAML 的缩进或层次不对',
    'yaml-unclosed': 'YAML 里有没合上的引号或括号',
    'yaml-twice': 'YAML 里同一个键写了两次',
    'yaml-several': '一个文件只能有一份 YAML，不能用 --- 接第二份',
    'yaml-no-keys': '应是「键: 值」的 YAML，这里不是',
    'yaml-invalid': 'YAML 读不懂（{reason}）',
    'expert-missing': '缺少 {key}，这一项必须写',
    'expert-name': '名字「{name}」不能用来点名：文件名或 name 只能用字母、数字、下划线和连字符，最多 64 个',
    'expert-reserved': '{name} 是专家团的名字，专家不能再用',
    'expert-unknown-key': '不认识 {key}，已忽略',
    'role-name': '「{name}」不能当评审角色的键：用小写字母、数字和连字符，字母开头，最多 32 个，judge 留给裁判',
    'role-place': '{name} 是评审的角色卡；请放进 configs/roles/，或自己的 roles/',
    'member-name': '「{name}」不是工程委员会的成员卡：要写 role: member',
    'member-place': '{name} 是工程委员会的成员；请放进 configs/council/，或自己的 council/',
    'template-size': '一个专家团要有 1 到 10 位，这里是 {count} 位',
    'template-unknown': '专家团里的「{name}」不是任何一位专家',
  },
  en: {
    'yaml-indent': 'the indentation of the YAML is wrong',
    'yaml-unclosed': 'a quote or a bracket of the YAML is not closed',
    'yaml-twice': 'a key of the YAML is there twice',
    'yaml-several': 'one file holds one YAML document, and a second begins here',
    'yaml-no-keys': 'this should be YAML of the form "key: value"',
    'yaml-invalid': 'the YAML cannot be read ({reason})',
    'expert-missing': '{key} is missing, and has to be there',
    'expert-name':
      'nobody can be called by the name "{name}": file name or name take letters, digits, underscores and hyphens only, 64 at most',
    'expert-reserved': '{name} is the name of a board; an expert cannot have it',
    'expert-unknown-key': 'unknown {key}, ignored',
    'role-name':
      '"{name}" cannot be the key of a role: small letters, digits and hyphens, a letter first, 32 at most; judge is kept for the judge',
    'role-place': '{name} is the card of a role for reviews; put it into configs/roles/ or your own roles/',
    'member-name': '"{name}" is no member of the engineering council: it needs role: member',
    'member-place': '{name} is a member of the engineering council; put it into configs/council/ or your own council/',
    'template-size': 'a board has 1 to 10 experts; here are {count}',
    'template-unknown': '"{name}" of this board is no expert',
  },
} as const

/** Headings of an expert's body. 决策规则 and `Decision rules` are read again by the rehearsal. */
export const expertHeadings: Readonly<Record<Lang, ExpertHeadings>> = {
  zh: {
    persona: '人物',
    thinking: '思考方式',
    framework: '决策框架',
    rules: '决策规则',
    rejection: '惯常的否决',
    speaking: '语言风格',
    limits: '边界',
    sources: '出处',
  },
  en: {
    persona: 'The person',
    thinking: 'Way of thinking',
    framework: 'Decision framework',
    rules: 'Decision rules',
    rejection: 'What I turn down',
    speaking: 'Way of speaking',
    limits: 'Limits',
    sources: 'Sources',
  },
}

/** The group of experts in `personas list`, and an expert in `personas show`. Slots hold text of others; the screen makes them safe. */
export const expertWords = {
  zh: {
    group: '私董会专家（@board:名字 主题；依据公开资料写成的人物角色，并非本人）：',
    facilitators: '专职主持人：',
    boards: '专家团：',
    roles: '评审的角色（--agents 键:声音）：',
    members: '工程委员会的成员（@council:名字 议题；依据公开资料写成的人物角色，并非本人）：',
    row: '{name}（{id}） · {title} · {where} · {rehearsal}',
    role: '{name}（{id}） · {title} · {where}',
    board: '{id} · {where}：{names}',
    skills: '绑定的技能：{names}',
    source: '{says}（{source}）',
  },
  en: {
    group: 'Experts for a board (@board:NAME topic; personas drawn from public sources, not the persons):',
    facilitators: 'Facilitators:',
    boards: 'Boards:',
    roles: 'Roles for a review (--agents KEY:VOICE):',
    members: 'Members of the engineering council (@council:NAME request; personas drawn from public sources, not the persons):',
    row: '{name} ({id}) · {title} · {where} · {rehearsal}',
    role: '{name} ({id}) · {title} · {where}',
    board: '{id} · {where}: {names}',
    skills: 'bound skills: {names}',
    source: '{says} ({source})',
  },
} as const

/** The first heading of a role's card, in the place of that of a person. */
export const roleHeading: Readonly<Record<Lang, string>> = {zh: '职责', en: 'What I stand for'}
