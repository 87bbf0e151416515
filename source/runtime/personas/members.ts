import {join} from 'node:path'
import {COUNCIL_MEMBERS} from '../../core/council-members.ts'
import type {Lang} from '../../core/events.ts'
import {packageRoot} from '../package-files.ts'
import {cardPlaces, cardsIn, tellShadowed} from './cards.ts'
import type {Place} from './discover.ts'
import {answeringTo, type LoadedExpert} from './expert-file.ts'
import {at, type Finding, remark} from './findings.ts'
import {type Resolution, resolveName} from './resolve.ts'

export type Members = {
  /** In the order of the places, then by id; an id once a language, the first place's. */
  readonly members: readonly LoadedExpert[]
  /** Files of which no member came, each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** The members of the engineering council within reach of this person, in this folder. */
export const membersFor = ({cwd, home}: {readonly cwd: string; readonly home: {readonly folder: string}}): Members =>
  discoverMembers(cardPlaces('council', {cwd, home: home.folder, bundled: join(packageRoot(), 'personas', 'council')}))

/** A member is an expert's YAML with `role: member` in a folder of members, with one file a language under one id. Never throws. */
export function discoverMembers(places: readonly Place[]): Members {
  const members = new Map<string, LoadedExpert>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  for (const card of cardsIn(places, problems)) {
    if (card.kind === 'template' || card.expert.expert.role !== 'member') {
      const name = card.kind === 'expert' ? card.expert.id : card.template.id
      problems.push(at(card.origin.path, remark('member-name', 1, {name})))
      continue
    }
    notes.push(...card.notes)
    const {expert} = card
    const slot = `${expert.id} ${expert.lang}`
    const before = members.get(slot)
    if (before === undefined) members.set(slot, expert)
    else {
      tellShadowed(card, before, {problems, notes})
      if (before.origin.kind !== card.origin.kind) members.set(slot, answeringTo(before, expert))
    }
  }
  return {members: [...members.values()], problems, notes}
}

/** The file of a member in the language of the meeting, else in any. */
export const memberFor = ({members}: Pick<Members, 'members'>, id: string, lang: Lang): LoadedExpert | undefined =>
  members.find(member => member.id === id && member.lang === lang) ?? members.find(member => member.id === id)

/** Each member once, in one language: those of the table in its order, then a person's own. */
export function membersIn(found: Pick<Members, 'members'>, lang: Lang): readonly LoadedExpert[] {
  const ids = [...new Set([...COUNCIL_MEMBERS, ...found.members.map(({id}) => id)])]
  return ids.flatMap(id => memberFor(found, id, lang) ?? [])
}

/** Whom a name means, in the language of the meeting. */
export function resolveMember(name: string, found: Pick<Members, 'members'>, lang: Lang): Resolution {
  const resolved = resolveName(name.trim().replace(/^@/, ''), found.members, lang)
  switch (resolved.kind) {
    case 'found':
      return {...resolved, persona: memberFor(found, resolved.persona.id, lang) ?? resolved.persona}
    case 'unknown': {
      const nearest = [...new Set(resolved.nearest.map(({id}) => id))].flatMap(id => memberFor(found, id, lang) ?? [])
      return {...resolved, nearest, available: membersIn(found, lang)}
    }
    case 'ambiguous':
      return resolved
    default:
      return resolved satisfies never
  }
}
