import {languageOf} from '../../core/request.ts'
import type {WizardPersona} from '../ports.ts'
import type {WizardState} from './state.ts'

/** A persona on the list, and the name by which the filter found it where that is not the one it shows. */
export type Match = {readonly persona: WizardPersona; readonly by?: string}

/** Who can be seated at this kind of meeting: those who sit nowhere else, or, where nobody does, those who sit anywhere. */
export function peopleOf({facts, protocol}: Pick<WizardState, 'facts' | 'protocol'>): readonly WizardPersona[] {
  const own = facts.personas.filter(persona => persona.protocol === protocol)
  return own.length > 0 ? own : facts.personas.filter(persona => persona.protocol === undefined)
}

/** Everybody chosen can be seated here; the kind of meeting may have been changed since. */
export const areSeatable = (state: WizardState): boolean =>
  state.chosen.every(id => !state.facts.personas.some(one => one.id === id) || peopleOf(state).some(one => one.id === id))

/** Without those who were chosen for another kind of meeting. */
export const seatable = (state: WizardState): WizardState =>
  areSeatable(state) ? state : {...state, chosen: state.chosen.filter(id => peopleOf(state).some(one => one.id === id))}

const MOST_NEAREST = 3
const NEAR = 0.34

/** Who answers to what was typed, best first; without a filter everybody, those who speak the topic's language first. */
export function matchesOf(state: WizardState): readonly Match[] {
  const {fold} = state.facts
  const personas = peopleOf(state)
  const lang = languageOf(state.topic)
  const ordered = [...personas.filter(persona => persona.lang === lang), ...personas.filter(persona => persona.lang !== lang)]
  const wanted = fold(state.filter)
  if (wanted === '') return ordered.map(persona => ({persona}))
  return ordered
    .flatMap(persona => {
      const found = rankOf(persona, wanted, fold)
      return found === undefined ? [] : [{persona, ...found}]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({persona, by}) => ({persona, ...(by === undefined ? {} : {by})}))
}

/** 0: is one of its names, 1: begins so, 2: holds it. The shortest of such names says why it was found. */
function rankOf(persona: WizardPersona, wanted: string, fold: (name: string) => string) {
  const own = fold(persona.name)
  const hits = [own, ...persona.keys].filter(key => key.includes(wanted))
  if (hits.length === 0) return undefined
  const rank = Math.min(...hits.map(key => (key === wanted ? 0 : key.startsWith(wanted) ? 1 : 2)))
  const [by] = [...hits].sort((a, b) => a.length - b.length)
  return {rank, ...(by === undefined || own.includes(wanted) ? {} : {by})}
}

/** For a filter that fits nobody: whose names share most of its letters. */
export function nearestTo(state: WizardState, typed = state.filter): readonly WizardPersona[] {
  const wanted = [...state.facts.fold(typed)]
  if (wanted.length === 0) return []
  return peopleOf(state)
    .map(persona => ({
      persona,
      near: Math.max(...[state.facts.fold(persona.name), ...persona.keys].map(key => likeness(wanted, key))),
    }))
    .filter(({near}) => near >= NEAR)
    .sort((a, b) => b.near - a.near)
    .slice(0, MOST_NEAREST)
    .map(({persona}) => persona)
}

/** 0 to 1: the share of letters that two names have in common, in this order. */
function likeness(wanted: readonly string[], key: string): number {
  const other = [...key].slice(0, 40)
  let above = new Array<number>(other.length + 1).fill(0)
  for (const letter of wanted.slice(0, 40)) {
    const row = [0]
    for (const [at, its] of other.entries()) {
      row.push(letter === its ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0))
    }
    above = row
  }
  return (2 * (above[other.length] ?? 0)) / (wanted.length + other.length)
}

export const personaOf = (state: WizardState, id: string): WizardPersona | undefined =>
  peopleOf(state).find(persona => persona.id === id) ?? state.facts.personas.find(persona => persona.id === id)

export const nameOf = (state: WizardState, id: string): string => personaOf(state, id)?.name ?? id

/** The persona on the highlighted row. */
export const highlighted = (state: WizardState): WizardPersona | undefined => matchesOf(state)[state.at.seats]?.persona

export const toggled = (chosen: readonly string[], id: string): readonly string[] =>
  chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id]

/** One place up or down the table; at the ends nothing moves. */
export function moved(chosen: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = chosen.indexOf(id)
  const other = chosen[from + by]
  if (from < 0 || other === undefined) return chosen
  return chosen.map((seat, at) => (at === from ? other : at === from + by ? id : seat))
}
