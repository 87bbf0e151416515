import type {Lang, TemplateSet} from '../core/events.ts'
import {councilChair} from './council-chair.ts'
import {reviewChair} from './review-chair.ts'

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
    'board.begin':
      '私董会现在开始。\n议题：{topic}\n主持人：{name}\n专家：{names}\n最多 {rounds} 轮讨论；随时可以插话，输入「停止讨论」就进入作结。',
    'board.round.begin': '第 {round} 轮开始，共 {rounds} 轮。发言：{names}',
    'board.summary.absent': '第 {round} 轮没有小结。',
    'board.condensed': '讨论记录已经很长：从第 {round} 轮起，传给各席位的是主持人压缩过的前文。会议记录保留每一句原话。',
    'board.condense.failed': '讨论记录已经很长，但主持人没有压缩成；第 {round} 轮仍传原文。',
    'board.trouble.round':
      '第 {round} 轮的专家都没有发言成功。输入「继续」，以已有的讨论作结；输入「再来一轮」，把这一轮再试一次，可以先给席位换一个声音。',
    'board.trouble.decision':
      '{name} 没有给出结论。输入「继续」，由程序从发言中逐字摘句；输入「再来一轮」，请主持人再试一次，可以先给这个席位换一个声音。',
    'board.closing.begin': '讨论结束，请 {name} 作结。',
    'board.extract': '没有得到 {name} 的结论，由程序从发言中逐字摘句。',
    'board.aborted': '讨论已中止，没有作结；由程序从发言中逐字摘句。',
    'board.closed': '本次私董会围绕"{topic}"进行了 {rounds} 轮讨论。会议记录已保存至 {path}。',
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
    'board.begin':
      'The board now begins.\nTopic: {topic}\nModerator: {name}\nExperts: {names}\nAt most {rounds} round(s) of discussion; speak at any moment, or type "stop" to go to the conclusion.',
    'board.round.begin': 'Round {round} of {rounds} begins. Speaking: {names}',
    'board.summary.absent': 'There is no summary of round {round}.',
    'board.condensed':
      'The discussion has grown long: from round {round} on, the seats are handed what the moderator has condensed. The record keeps every word.',
    'board.condense.failed':
      'The discussion has grown long, and the moderator could not condense it; in round {round} the original is handed over as before.',
    'board.trouble.round':
      'None of the experts could speak in round {round}. Type "continue" to conclude on what there is, or "one more round" to try this round again, with another voice for a seat if need be.',
    'board.trouble.decision':
      '{name} gave no conclusion. Type "continue" and the program picks sentences word for word, or "one more round" to ask the moderator again, with another voice for the seat if need be.',
    'board.closing.begin': 'The discussion is over. {name} concludes.',
    'board.extract': 'There is no conclusion by {name}; the program picks sentences word for word.',
    'board.aborted': 'The discussion was broken off without a conclusion; the program picks sentences word for word.',
    'board.closed': 'This board held {rounds} round(s) of discussion on "{topic}". The record is saved in {path}.',
  },
}

/** What the chair of one protocol can say: the words of a board are a board's alone. */
export const chairFor = (protocol: string, lang: Lang): TemplateSet => ({
  ...Object.fromEntries(Object.entries(chairTemplates[lang]).filter(([id]) => protocol === 'board' || !id.startsWith('board.'))),
  ...(protocol === 'review' ? reviewChair[lang] : {}),
  ...(protocol === 'council' ? councilChair[lang] : {}),
})
