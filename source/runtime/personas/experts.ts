import {join} from 'node:path'
import type {Lang} from '../../core/events.ts'
import {packageRoot} from '../package-files.ts'
import {cardPlaces, cardsIn, tellShadowed} from './cards.ts'
import type {Place} from './discover.ts'
import {answeringTo, type BoardTemplate, type LoadedExpert} from './expert-file.ts'
import {at, type Finding, remark} from './findings.ts'
import {resolveName} from './resolve.ts'

export type {BoardTemplate, LoadedExpert} from './expert-file.ts'

export type Experts = {
  /** In the order of the places, then by id; each id once. Facilitators stand apart. */
  readonly experts: readonly LoadedExpert[]
  /** Those who moderate and are nobody in particular, `facilitator` and `facilitator-en` among them. */
  readonly facilitators: readonly LoadedExpert[]
  /** Each id once, the first place's. */
  readonly templates: readonly BoardTemplate[]
  /** Files of which nobody came, and templates that name nobody we know; each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** All experts and boards within reach of this person, in this folder. */
export const expertsFor = ({cwd, home}: {readonly cwd: string; readonly home: {readonly folder: string}}): Experts =>
  discoverExperts(cardPlaces('experts', {cwd, home: home.folder, bundled: join(packageRoot(), 'personas', 'board')}))

/** Those who sit elsewhere, and what is said of their files among the experts. */
const elsewhere = {reviewer: 'role-place', member: 'member-place'} as const

/** Never throws; a place that does not exist is empty, one that cannot be read is a problem. */
export function discoverExperts(places: readonly Place[]): Experts {
  const experts = new Map<string, LoadedExpert>()
  const templates = new Map<string, BoardTemplate>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  for (const card of cardsIn(places, problems)) {
    const role = card.kind === 'expert' ? card.expert.expert.role : 'expert'
    if (card.kind === 'expert' && (role === 'reviewer' || role === 'member')) {
      problems.push(at(card.origin.path, remark(elsewhere[role], 1, {name: card.expert.id})))
      continue
    }
    notes.push(...card.notes)
    const before = card.kind === 'expert' ? experts.get(card.expert.id) : templates.get(card.template.id)
    if (before !== undefined) tellShadowed(card, before, {problems, notes})
    if (card.kind === 'template') {
      if (before === undefined) templates.set(card.template.id, card.template)
    } else if (before === undefined) experts.set(card.expert.id, card.expert)
    else experts.set(before.id, answeringTo(experts.get(before.id) ?? card.expert, card.expert))
  }
  for (const id of templates.keys()) {
    const expert = experts.get(id)
    if (expert === undefined) continue
    problems.push(at(expert.origin.path, remark('expert-reserved', 1, {name: id})))
    experts.delete(id)
  }
  const all = [...experts.values()]
  problems.push(...[...templates.values()].flatMap(template => strangersOn(template, all)))
  return {
    experts: all.filter(({expert}) => expert.role === 'expert'),
    facilitators: all.filter(({expert}) => expert.role === 'facilitator'),
    templates: [...templates.values()],
    problems,
    notes,
  }
}

/** The neutral moderator who speaks this language. */
export const facilitatorFor = ({facilitators}: Experts, lang: Lang): LoadedExpert | undefined =>
  facilitators.find(one => one.lang === lang) ?? facilitators[0]

function strangersOn(template: BoardTemplate, experts: readonly LoadedExpert[]): readonly Finding[] {
  const named = template.experts.map((name, index) => ({name, line: template.lines[index] ?? 1}))
  const moderator = template.moderator === undefined ? [] : [{name: template.moderator, line: 1}]
  return [...named, ...moderator]
    .filter(({name}) => resolveName(name, experts).kind === 'unknown')
    .map(({name, line}) => at(template.origin.path, remark('template-unknown', line, {name})))
}
