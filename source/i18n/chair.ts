import type {Lang, TemplateSet} from '../core/events.ts'

/** Every word the chair can say. `core/chair.ts` holds these to the seed's six iron laws. */
export const chairTemplates: Readonly<Record<Lang, TemplateSet>> = {
  zh: {
    'opening.begin':
      '圆桌会议现在开始。\n会议主题：{topic}\n参与者与发言顺序：{names}\n本次会议共 {rounds} 轮讨论。现在进行开场发言。',
    'opening.end': '开场发言结束，进入第 {round} 轮讨论。',
    'pause.round': '输入「继续」进入第 {round} 轮讨论，或随时插话。',
    'pause.closing': '输入「继续」进入结语环节，输入「再来一轮」增加一轮讨论，或随时插话。',
    'rounds.now': '本次会议现共 {rounds} 轮讨论。',
    'budget.spent': '本次会议的用量已达到设定的上限，讨论到此为止。',
    'round.begin': '第 {round} 轮讨论开始。发言顺序：{names}',
    'round.end': '第 {round} 轮讨论结束。',
    'round.cut': '第 {round} 轮讨论到此为止。',
    reminder: '请注意聚焦于会议主题',
    absent: '{name} 本次未发言。',
    'closing.begin': '进入结语环节。发言顺序：{names}',
    'closing.end': '结语环节结束，会议结束。',
    'closing.skipped': '会议结束。',
    closed: '本次圆桌会议围绕"{topic}"进行了 {rounds} 轮讨论。会议记录已保存至 {path}。',
  },
  en: {
    'opening.begin':
      'The roundtable now begins.\nTopic: {topic}\nParticipants, in speaking order: {names}\nThis meeting has {rounds} round(s) of discussion. Opening statements follow.',
    'opening.end': 'The opening statements are over. Next is round {round}.',
    'pause.round': 'Type "continue" to begin round {round}, or speak at any moment.',
    'pause.closing': 'Type "continue" for the closing statements, "one more round" to add a round, or speak at any moment.',
    'rounds.now': 'This meeting now has {rounds} round(s) of discussion.',
    'budget.spent': 'This meeting has reached the limit set for its usage. The discussion ends here.',
    'round.begin': 'Round {round} begins. Speaking order: {names}',
    'round.end': 'Round {round} is over.',
    'round.cut': 'Round {round} ends here.',
    reminder: 'Please keep to the topic of the meeting',
    absent: '{name} did not speak this turn.',
    'closing.begin': 'Closing statements. Speaking order: {names}',
    'closing.end': 'The closing statements are over. The meeting has ended.',
    'closing.skipped': 'The meeting has ended.',
    closed: 'This roundtable held {rounds} round(s) of discussion on "{topic}". The record is saved in {path}.',
  },
}
