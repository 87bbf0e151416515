import type {Lang, TemplateSet} from '../core/events.ts'

/** What the chair of a council can say beside the words of every meeting. Held to the same laws; the echo's words are the seed's. */
export const councilChair: Readonly<Record<Lang, TemplateSet>> = {
  zh: {
    'council.begin': '工程委员会现在开始。\n请求：{topic}\n成员：{names}',
    'council.discovery.begin': '先在仓库里调研。',
    'council.discovery.absent': '第 {round} 个问题没有查到结果。',
    'council.echo':
      '委员会：{topic} · {mode}\n成员：{names}\n选定方式：{routed}\n理由：{note}\n以仓库为据：{grounded}\n已读文件：{files}\n简报：{brief}\n辩论：{debate}',
    'council.response.begin': '第一轮：各成员互不相见，各自表明立场。{names}',
    'council.debate.begin': '辩论：各成员读过其他成员第一轮的立场，各答复一次。{names}',
    'council.debate.off': '按用户的要求，不设辩论。',
    'council.debate.alone': '只有 {name} 表明了立场，没有可辩论的对方。',
    'council.debate.needless': '第一轮的裁决全都相同，也没有争议轴，不再辩论。',
    'council.debate.stopped': '第一轮到此为止，不再辩论。',
    'council.most': '工程委员会最多两轮，不能再增加。',
    'council.nobody': '没有一位成员表明立场。',
    'council.aborted': '会议已中止。',
    'council.closed': '本次工程委员会围绕"{topic}"进行了 {rounds} 轮。会议记录已保存至 {path}。',
  },
  en: {
    'council.begin': 'The engineering council now begins.\nRequest: {topic}\nMembers: {names}',
    'council.discovery.begin': 'First, the repository is looked into.',
    'council.discovery.absent': 'Question {round} could not be looked up.',
    'council.echo':
      'Council: {topic} · {mode}\nMembers: {names}\nRouted by: {routed}\nWhy: {note}\nGrounded: {grounded}\nFiles read: {files}\nBrief: {brief}\nDebate: {debate}',
    'council.response.begin': 'Round one: each member takes a position without seeing the others. {names}',
    'council.debate.begin': 'Debate: each member has read the positions of the others and answers once. {names}',
    'council.debate.off': 'As the user asked, there is no debate.',
    'council.debate.alone': 'Only {name} took a position; there is nobody to debate with.',
    'council.debate.needless': 'Every verdict of round one is the same, and no axis is contested: there is no debate.',
    'council.debate.stopped': 'It ends with round one; there is no debate.',
    'council.most': 'An engineering council has two rounds at most; none can be added.',
    'council.nobody': 'No member took a position.',
    'council.aborted': 'The meeting was broken off.',
    'council.closed': 'This engineering council held {rounds} round(s) on "{topic}". The record is saved in {path}.',
  },
}
