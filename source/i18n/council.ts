import type {MemberLabels} from '../core/council-text.ts'
import type {Lang} from '../core/events.ts'

/** What a member's data is called on the screen and in the transcript. */
export const memberLabels: Readonly<Record<Lang, MemberLabels>> = {
  zh: {
    verdict: '裁决',
    concerns: '关切',
    tradeoffs: '取舍',
    recommendation: '建议',
    grounded: '依据',
    responds: '回应',
    moved: '立场有变。',
    held: '坚持原来的立场。',
    colon: '：',
    separator: '、',
    'is.for': '赞成',
    'is.against': '反对',
    'is.depends': '看情况',
  },
  en: {
    verdict: 'Verdict',
    concerns: 'Concerns',
    tradeoffs: 'Tradeoffs',
    recommendation: 'Recommendation',
    grounded: 'Rests on',
    responds: 'Answers',
    moved: 'The position moved.',
    held: 'The position holds.',
    colon: ': ',
    separator: ', ',
    'is.for': 'for',
    'is.against': 'against',
    'is.depends': 'depends',
  },
}
