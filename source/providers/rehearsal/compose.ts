import type {Facet, MentalModel, PersonaSections} from '../../core/persona-sections.ts'
import type {TurnBrief} from '../provider.ts'
import {type Chance, chance} from './chance.ts'
import {type Draft, makeDraft, type Part} from './draft.ts'
import {hear, nearness} from './relevance.ts'
import {type Answer, findAnswer, movesOf} from './reply.ts'
import {pieceOf} from './sentences.ts'
import {phraseTopic} from './topic.ts'

type Table = {
  readonly brief: TurnBrief
  readonly sections: PersonaSections
  readonly draft: Draft
  readonly random: Chance
}

/** Undefined where what is left of the material does not reach the least length. */
export function compose(brief: TurnBrief, sections: PersonaSections): string | undefined {
  const random = chance(brief.seed, `${brief.persona?.id}/${brief.key}/${brief.relays.at(-1)?.text}`)
  const topic = phraseTopic(brief.topic, brief.lang)
  const others = brief.others.join(brief.lang === 'zh' ? '、' : ' and ')
  const draft = makeDraft(brief, {topic: topic.short, full: topic.full, others})
  const table: Table = {brief, sections, draft, random}
  if (brief.stage === 'opening') open(table)
  else if (brief.stage === 'closing') close(table)
  else if (brief.board) sitOnBoard(table, brief.board.rounds)
  else respond(table)
  fillUp(table)
  return draft.length() >= (brief.board ? Math.min(brief.limits.min, SHORT[brief.lang]) : brief.limits.min)
    ? draft.text()
    : undefined
}

/** A board may go on for ten rounds: who has little left says little, and nothing twice. Characters (zh) or words (en). */
const SHORT = {zh: 50, en: 30} as const

function open(table: Table) {
  const {sections, draft, random} = table
  const topic = draftTopic(table)
  const lines = movesOf(sections, draft, 'opening')
  const line = lines[Math.floor(random() * lines.length)]
  if (line) draft.say('reply', line, {topic})
  say(table, 'reply', sections.identity, 1)
  takeUp(table, 'reply')
  // Some begin with where they stand, and show why; others the other way round.
  const stance = random() < 0.5 ? 'body' : 'end'
  if (stance === 'body') say(table, stance, sections.positions, 1)
  const model = chooseModel(table)
  if (model) unfold(table, model)
  say(table, 'body', sections.heuristics, 1)
  if (!nearlyLong(table, 40) && whole(table).length > 3) {
    const second = chooseModel(table)
    if (second) unfold(table, second, 2)
  }
  if (stance === 'end') say(table, stance, sections.positions, 1)
  say(table, 'end', sections.questions, 1, {prev: ''})
}

function respond(table: Table) {
  const {sections, draft, brief, random} = table
  const answer = findAnswer(brief, sections, draft, random)
  if (answer) answerWith(table, answer)
  takeUp(table, 'aside')
  const model = chooseModel(table, answer)
  if (model) unfold(table, model)
  // Who has asked already ends on a rule of his own.
  if (answer?.kind === 'ask') say(table, 'end', sections.heuristics, 1)
  else say(table, 'end', sections.questions, 1, {prev: answer?.who ?? ''})
}

/** The first time one says where one stands; later one answers whoever gives most cause to. */
function sitOnBoard(table: Table, rounds: number) {
  const {sections, draft, brief, random} = table
  const answer = findAnswer(brief, sections, draft, random)
  if (answer) answerWith(table, answer)
  else {
    const lines = movesOf(sections, draft, 'opening')
    const line = lines[Math.floor(random() * lines.length)]
    if (line) draft.say('reply', line, {topic: draftTopic(table)})
    say(table, 'reply', sections.identity, 1)
  }
  takeUp(table, 'aside')
  if (!answer) say(table, random() < 0.5 ? 'body' : 'end', sections.positions, 1)
  const model = chooseModel(table, answer)
  if (model) unfold(table, model)
  if (brief.round < rounds)
    say(table, 'end', answer?.kind === 'ask' ? sections.heuristics : sections.questions, 1, {prev: answer?.who ?? ''})
  else say(table, 'end', movesOf(sections, draft, 'ending'), 1)
}

function answerWith(table: Table, {who, quote, kind, pushback, word}: Answer) {
  const {sections, draft, random} = table
  const slots = {prev: who, quote, word: word ?? ''}
  const lines = movesOf(sections, draft, kind).length > 0 ? movesOf(sections, draft, kind) : movesOf(sections, draft, 'reply')
  const line = lines[Math.floor(random() * lines.length)]
  if (line) draft.say('reply', line, slots)
  if (kind === 'ask') say(table, 'reply', sections.questions, 1, {prev: who})
  if (pushback) draft.say('reply', pushback.sentence, slots)
}

/** The person's words come before one's own plan. */
function takeUp(table: Table, part: Part) {
  const {brief, sections, draft, random} = table
  const words = brief.userWords.at(-1)
  if (words === undefined) return
  const slots = {words: pieceOf(words, brief.lang)}
  const lines = movesOf(sections, draft, 'aside')
  const line = lines[Math.floor(random() * lines.length)]
  if (line) draft.say(part, line, slots)
  else sections.moves.some(move => move.kind === 'aside' && draft.sayAgain(part, move.line, slots))
  const pushback = brief.board && objectionTo(words, table)
  if (pushback) draft.say(part, pushback.sentence, {word: pushback.word})
  else say(table, part, [...sections.positions, ...sections.heuristics], 1, {}, words)
}

/** What one says to a matter says something to whoever brings it up, in the seats or outside. */
function objectionTo(words: string, {sections, draft}: Table): {sentence: string; word: string} | undefined {
  const heard = sections.pushback
    .filter(({sentence}) => draft.fresh(sentence))
    .map(({keywords, sentence}) => ({sentence, word: keywords[0] ?? '', ...hear(words, keywords)}))
  const found = best(heard, ({score}) => score)
  return found && found.score >= 2 ? found : undefined
}

function close(table: Table) {
  const {sections, draft, brief, random} = table
  const lines = movesOf(sections, draft, 'closing')
  const line = lines[Math.floor(random() * lines.length)]
  if (line) draft.say('reply', line, {topic: draftTopic(table)})
  takeUp(table, 'aside')
  const used = sections.models.filter(({facets}) => facets.claim && brief.own.some(speech => speech.includes(facets.claim ?? '')))
  const recaps = used.flatMap(({facets}) => (facets.recap ? [facets.recap] : []))
  for (const recap of recaps.slice(0, 4)) draft.say('body', recap)
  say(table, 'body', sections.positions, 1)
  const limit = used.map(({facets}) => facets.limit).find(text => text !== undefined && draft.fresh(text))
  if (limit) draft.say('end', limit)
  const endings = movesOf(sections, draft, 'ending')
  const ending = endings[Math.floor(random() * endings.length)]
  if (ending) draft.say('end', ending)
}

const PLAIN_ORDERS: readonly (readonly Facet[])[] = [
  ['claim', 'reason', 'example', 'application'],
  ['claim', 'example', 'reason', 'application'],
  ['application', 'claim', 'reason', 'example'],
]

function unfold({sections, draft, brief, random}: Table, model: MentalModel, count = 4) {
  const orders = sections.orders.length > 0 ? sections.orders : PLAIN_ORDERS
  const order = orders[(brief.own.length + Math.floor(random() * orders.length)) % orders.length] ?? []
  for (const facet of order.slice(0, count)) {
    const line = model.facets[facet]
    if (line) draft.say('body', line)
  }
}

const facetsLeft = (model: MentalModel, draft: Draft) =>
  (['claim', 'reason', 'example', 'application'] as const).filter(facet => {
    const line = model.facets[facet]
    return line !== undefined && draft.fresh(line)
  }).length

/** Models of which nothing was said: one for each round still to come, if the file is no thin one. */
const whole = ({sections, draft}: Table) => sections.models.filter(model => facetsLeft(model, draft) === 4)

/** Whether the speech is within `room` of its least length. */
const nearlyLong = ({brief, draft}: Table, room: number) => draft.length() >= brief.limits.min - room

/** The model with the most left to say to the quote, the person and the topic. */
function chooseModel({sections, draft, brief, random}: Table, answer?: Answer): MentalModel | undefined {
  const left = (model: MentalModel) => facetsLeft(model, draft)
  const weigh = (model: MentalModel) =>
    hear(answer?.quote ?? '', model.keywords).score +
    hear(answer?.pushback?.sentence ?? '', model.keywords).score +
    hear(brief.userWords.join('\n'), model.keywords).score * 1.5 +
    hear(brief.topic, model.keywords).score * (answer ? 0.5 : 1.5) +
    random() * 0.8
  const most = Math.max(...sections.models.map(left))
  return best(
    sections.models.filter(model => left(model) === most),
    weigh,
  )
}

/** Says up to `count` of the lines, those nearest to what is being spoken of first. */
function say(
  {draft, brief, random}: Table,
  part: Part,
  lines: readonly string[],
  count: number,
  slots: Readonly<Record<string, string>> = {},
  about: string = `${brief.topic}\n${draft.text()}`,
) {
  const ranked = lines.map(line => ({line, weight: nearness(line, about) + random()})).sort((a, b) => b.weight - a.weight)
  let said = 0
  for (const {line} of ranked) {
    if (said >= count) return
    if (draft.say(part, line, slots)) said++
  }
}

/** Up to a little over the least length, with what is left, the nearest first. */
function fillUp(table: Table) {
  const {sections, draft, brief, random} = table
  const room = brief.stage === 'opening' ? 40 : 20
  const enough = Math.min(brief.limits.min + Math.floor(random() * room) + 8, brief.limits.max)
  const spoken = sections.models.filter(({facets: {claim}}) => claim && !draft.fresh(claim))
  const facetsOf = (models: readonly MentalModel[], facets: readonly Facet[]) =>
    models.flatMap(model => facets.flatMap(facet => model.facets[facet] ?? []))
  const {heuristics, positions, identity, models} = sections
  const [limits, others] = [facetsOf(spoken, ['limit']), facetsOf(models, ['example', 'reason'])]
  const last = facetsOf(models, ['claim', 'limit'])
  // Stances and doubts are kept for the closing, which brings no new argument, as long as anything else is left.
  const pools: Readonly<Record<string, readonly (readonly string[])[]>> = {
    opening: [positions, heuristics, others, limits],
    response: [facetsOf(spoken, ['application', 'example', 'reason']), heuristics, others, positions, limits, last],
    closing: [positions, limits, heuristics, facetsOf(models, ['recap']), identity, last],
  }
  const more = brief.board ? [facetsOf(models, ['recap', 'application']), identity] : []
  for (const pool of [...(pools[brief.stage] ?? []), ...more]) {
    while (draft.length() < enough) {
      const before = draft.length()
      say(table, 'body', pool, 1)
      if (draft.length() === before) break
    }
  }
}

/** Named in full once a speech, where it is named first. */
const draftTopic = ({brief}: Table) => phraseTopic(brief.topic, brief.lang).full

function best<T>(items: readonly T[], weigh: (item: T) => number): T | undefined {
  let found: {item: T; weight: number} | undefined
  for (const item of items) {
    const weight = weigh(item)
    if (!found || weight > found.weight) found = {item, weight}
  }
  return found?.item
}
