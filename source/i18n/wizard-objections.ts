import type {Lang} from '../core/events.ts'

/**
 * What the plan of a meeting says against it, told to somebody who stands at a form instead of a command line: the question it
 * concerns, and the words with what to do. The keys are those of the usage lines.
 */
const objections = {
  zh: {
    usageTopic: ['topic', '还没有议题。'],
    usageTopicLong: ['topic', '议题最多 {most} 个字，现在有 {count} 个，请删短一些。'],
    usageWith: ['seats', '还没有与会者，至少选两位。'],
    usageTwo: ['seats', '至少要两位，现在只有 {names}，再选一位。'],
    usageTwice: ['seats', '{name} 只能坐一个席位。'],
    usageRounds: ['rounds', '轮次要在 1 到 {most} 之间，不能是「{said}」。'],
    usageRehearsalRounds: ['rounds', '排练的素材只够 3 轮，不能开 {rounds} 轮：改小一些，或换一种声音。'],
    usageVoice: ['seats', '没有「{said}」这个声音：按 Tab 换声。可用的有：{available}'],
    usageMixed: ['seats', '排练不和别的声音同台：{names} 用的不是排练。按 Tab 换成同一种。'],
    usageCannotRehearse: ['seats', '{name} 的人物文件没有允许排练：按空格去掉，或按 Tab 换声。'],
    usageRehearsalLanguage: ['seats', '{name} 的人物文件和议题不是同一种语言，不能排练：按空格去掉，或按 Tab 换声。'],
    usageProtocol: ['protocol', '没有「{said}」这种会议，可以是：{allowed}'],
    unknownPersona: ['seats', '「{name}」已经找不到了：按空格去掉。'],
    ambiguousPersona: ['seats', '「{name}」可以指：{names}。'],
  },
  en: {
    usageTopic: ['topic', 'There is no topic yet.'],
    usageTopicLong: ['topic', 'A topic has {most} characters at most, this one has {count}: please shorten it.'],
    usageWith: ['seats', 'Nobody is seated yet: choose two at least.'],
    usageTwo: ['seats', 'A meeting needs two at least; there is only {names}: choose one more.'],
    usageTwice: ['seats', '{name} can take one seat only.'],
    usageRounds: ['rounds', 'Rounds go from 1 to {most}, not "{said}".'],
    usageRehearsalRounds: ['rounds', 'A rehearsal has material for 3 rounds, not for {rounds}: take fewer, or another voice.'],
    usageVoice: ['seats', 'There is no voice "{said}": Tab changes it. There are: {available}'],
    usageMixed: ['seats', 'A rehearsal does not mix with other voices: {names} would use another. Tab makes them the same.'],
    usageCannotRehearse: ['seats', 'The file of {name} does not allow a rehearsal: Space takes it out, Tab changes the voice.'],
    usageRehearsalLanguage: [
      'seats',
      'The file of {name} is not in the language of the topic, so it cannot be rehearsed. Space takes it out, Tab changes the voice.',
    ],
    usageProtocol: ['protocol', 'There is no meeting of the kind "{said}"; it can be: {allowed}'],
    unknownPersona: ['seats', '"{name}" can no longer be found: Space takes it out.'],
    ambiguousPersona: ['seats', '"{name}" may be: {names}.'],
  },
} as const

export type ObjectionKey = keyof (typeof objections)['zh']
export type ObjectionWords = Readonly<Record<ObjectionKey, readonly ['topic' | 'protocol' | 'seats' | 'rounds', string]>>
export const objectionWords: Readonly<Record<Lang, ObjectionWords>> = objections

/** What kinds of meeting are, in a few words. */
export const protocolWords: Readonly<Record<Lang, Readonly<Record<string, {readonly label: string; readonly about: string}>>>> = {
  zh: {
    roundtable: {label: '圆桌', about: '想听不同的人把一个话题谈透：轮流发言，逐字传话'},
    board: {label: '私董会', about: '有个决定要做：专家各抒己见，主持人给出决策建议'},
    review: {label: '评审', about: '有份方案要挑毛病：几个角色对着材料评，裁判写报告'},
    council: {label: '工程委员会', about: '有个工程问题要权衡：两三位工程师各立一方，再反驳'},
  },
  en: {
    roundtable: {label: 'Roundtable', about: 'to hear a question talked through: in turns, relayed verbatim'},
    board: {label: 'Board', about: 'for a decision: experts speak at once, a moderator advises'},
    review: {label: 'Review', about: 'for a plan to be picked apart: roles read it, a judge reports'},
    council: {label: 'Engineering council', about: 'for a trade-off: engineers who take sides'},
  },
}
