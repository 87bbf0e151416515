import {judgeKey, type ReviewProblem, reviewLimits} from '../core/review-request.ts'
import {type ReviewWord, reviewWords, tellReview} from '../i18n/review-entry.ts'
import type {MaterialProblem, MaterialRemark} from '../runtime/materials.ts'
import type {Host} from './host.ts'

/** What is wrong with a review as it was asked for, in the person's words. */
export function problemText(problem: ReviewProblem, host: Host): string {
  const {uiLang} = host
  switch (problem.code) {
    case 'agent-form':
      return tellReview(uiLang, 'agentForm', {said: problem.said})
    case 'role-key':
      return tellReview(uiLang, 'roleKey', {said: problem.said})
    case 'judge-seat':
      return tellReview(uiLang, 'judgeSeat')
    case 'role-twice':
      return tellReview(uiLang, 'roleTwice', {role: problem.role})
    case 'too-few':
      return tellReview(uiLang, 'tooFew', {least: reviewLimits.leastAgents, count: problem.count})
    case 'too-many':
      return tellReview(uiLang, 'tooMany', {most: problem.most, count: problem.count, any: reviewLimits.anyAgents})
    case 'rounds':
      return tellReview(uiLang, 'rounds', {most: problem.most, said: problem.said, any: reviewLimits.anyRounds})
    case 'number':
      return tellReview(uiLang, 'number', {flag: problem.flag, least: problem.least, most: problem.most, said: problem.said})
    default:
      return problem satisfies never
  }
}

/** What is wrong with briefs and materials, file by file; how to let a secret through stands once, at the end. */
export function materialLines(problems: readonly MaterialProblem[], host: Host): readonly string[] {
  const {uiLang} = host
  const lines = problems.map(problem => {
    if (problem.code === 'too-many') {
      const {kind, count, most} = problem
      return tellReview(uiLang, kind === 'brief' ? 'file.too-many-brief' : 'file.too-many-material', {count, most})
    }
    if (problem.code !== 'secret') return tellReview(uiLang, `file.${problem.code}`, problem)
    const {label, line, kind} = problem
    return tellReview(uiLang, 'file.secret', {label, line, kind: tellReview(uiLang, `secret.${kind}` satisfies ReviewWord)})
  })
  const sensitive = problems.some(({code}) => code === 'secret' || code === 'sensitive-path')
  return sensitive ? [...lines, tellReview(uiLang, 'howToAllow')] : lines
}

export const remarkText = (remark: MaterialRemark, host: Host): string => tellReview(host.uiLang, `note.${remark.code}`, remark)

/** What there is to choose where the voice of these cannot speak: a role keeps its voice until the person takes another one. */
export function reviewChoices(seats: readonly string[], {uiLang}: Host): string {
  const roles = seats.map(id => (id === 'recorder' ? judgeKey : id))
  return tellReview(uiLang, 'missing', {roles: roles.join(reviewWords(uiLang).separator), role: roles[0] ?? ''})
}
