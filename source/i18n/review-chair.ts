import type {Lang, TemplateSet} from '../core/events.ts'

/** What the chair of a review can say beside the words of every meeting. Held to the same laws. */
export const reviewChair: Readonly<Record<Lang, TemplateSet>> = {
  zh: {
    'review.begin': '评审会议现在开始。\n主题：{topic}\n角色：{names}\n共 {rounds} 轮，之后由裁判裁决；随时可以插话。',
    'review.round.begin': '第 {round} 轮开始，共 {rounds} 轮。发言：{names}',
    'review.again': '第 {round} 轮再问一次：{names}',
    'review.challenge': '{name} 在第 {round} 轮追加一次质询。',
    'review.pause.round': '输入「继续」进入第 {round} 轮，或随时插话；输入「进入结语」交由裁判裁决。',
    'review.pause.verdict': '输入「继续」交由裁判裁决，输入「再来一轮」增加一轮，或随时插话。',
    'review.rounds.most': '本次会议最多 {rounds} 轮，不能再增加。',
    'review.gaps':
      '第 {round} 轮缺席：{names}。最终报告先不生成。输入「继续」接受带缺口的报告；输入「再来一轮」把缺席的角色再问一次，可以先给席位换一个声音；输入「跳过结语」不生成报告，直接结束。',
    'review.nobody':
      '第 {round} 轮没有一个角色答复：{names}。输入「再来一轮」再问一次，可以先给席位换一个声音；输入「继续」或「跳过结语」不生成报告，直接结束。',
    'review.gaps.accepted': '第 {round} 轮缺席：{names}。按用户的意思，生成带缺口的报告。',
    'review.verdict.begin': '各轮结束，由裁判裁决。',
    'review.trouble.verdict': '裁判没有给出报告。输入「再来一轮」再问一次；输入「继续」或「跳过结语」只留草稿，直接结束。',
    'review.sections': '裁判的报告补过一次，仍缺少：{names}。',
    'review.judge.none': '本次会议没有裁判。',
    'review.nothing': '没有任何角色的答复，无从裁决。',
    'review.withheld': '没有生成最终报告；程序能确认的部分写在草稿 synthesis/final.draft.md 里。',
    'review.closed': '本次评审围绕"{topic}"进行了 {rounds} 轮。会议记录已保存至 {path}。',
  },
  en: {
    'review.begin':
      'The review now begins.\nTopic: {topic}\nRoles: {names}\n{rounds} round(s), and then a judge decides; speak at any moment.',
    'review.round.begin': 'Round {round} of {rounds} begins. Speaking: {names}',
    'review.again': 'Asked again in round {round}: {names}',
    'review.challenge': '{name} is asked a further question in round {round}.',
    'review.pause.round': 'Type "continue" to begin round {round}, or speak at any moment; type "close" to go to the verdict.',
    'review.pause.verdict': 'Type "continue" for the verdict, "one more round" to add a round, or speak at any moment.',
    'review.rounds.most': 'This meeting has at most {rounds} round(s); there can be no more.',
    'review.gaps':
      'Missing in round {round}: {names}. The final report is withheld. Type "continue" to accept a report with gaps, "one more round" to ask the missing roles again, with another voice for a seat if need be, or "skip closing" to end without a report.',
    'review.nobody':
      'No role answered in round {round}: {names}. Type "one more round" to ask again, with another voice for a seat if need be; "continue" or "skip closing" ends without a report.',
    'review.gaps.accepted': 'Missing in round {round}: {names}. The report is written with this gap, as the person wishes.',
    'review.verdict.begin': 'The rounds are over. The judge decides.',
    'review.trouble.verdict':
      'The judge gave no report. Type "one more round" to ask again; "continue" or "skip closing" leaves a draft and ends.',
    'review.sections': 'The report of the judge was repaired once and still lacks: {names}.',
    'review.judge.none': 'This meeting has no judge.',
    'review.nothing': 'No role has answered, so there is nothing to decide on.',
    'review.withheld': 'There is no final report; what the program can tell by itself is in the draft synthesis/final.draft.md.',
    'review.closed': 'This review held {rounds} round(s) on "{topic}". The record is saved in {path}.',
  },
}
