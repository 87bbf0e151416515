import {join} from 'node:path'
import {folderName} from '../core/names.ts'
import type {Words} from '../i18n/index.ts'
import {objectionWords, protocolWords} from '../i18n/wizard-objections.ts'
import {protocolOf, protocols} from '../protocols/index.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import type {Discovered} from '../runtime/personas/discover.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import {foldName} from '../runtime/personas/fold.ts'
import type {WizardForm, WizardPersona, WizardPreview, WizardWorld} from '../ui/ports.ts'
import type {Objection, World} from '../ui/wizard/index.tsx'
import {howHeld} from './board-facts.ts'
import {boardPersonas} from './board-wizard.ts'
import {councilDesk, councilFlags, councilHeld, councilPersonas, quoted} from './council-wizard.ts'
import {type Diagnosed, diagnoseAll, type Subject} from './doctor-report.ts'
import {estimateOf, wizardVoices} from './first-run.ts'
import {findMeetings} from './history.ts'
import type {Host} from './host.ts'
import {findingLine} from './persona-words.ts'
import {type MeetFlags, type Plan, type Planned, planMeeting} from './plan.ts'
import {reviewDesk, reviewFlags, reviewHeld, reviewObjections, reviewPersonas} from './review-wizard.ts'
import {shownPath} from './shown.ts'
import {silentVoices} from './silent-voices.ts'
import {turnsToCome} from './turns-to-come.ts'
import {wizardKeys} from './wizard-keys.ts'
import {understood} from './wizard-sentence.ts'

/** All of it; only whether anybody looks for voices is open. */
export type WholeWorld = Required<Omit<World, 'look'>> & Pick<World, 'look'>

/** The host's world for the wizard. Each part is read when it is first asked for, and kept. */
export function wizardWorld(host: Host, subjects?: () => Promise<readonly Subject[]>, flags: MeetFlags = {}): WholeWorld {
  const discovered = kept((): Discovered => discoverFor(host))
  const unfinished = kept(() => unfinishedOf(host))
  const told = kept(() => ({...host, words: objecting(host)}))
  // The same form is looked at from several sides, and planning reads every persona anew.
  let latest: {readonly form: string; readonly planned: Planned} | undefined
  const plan = (form: WizardForm): Planned => {
    const key = JSON.stringify(form)
    if (latest?.form !== key) latest = {form: key, planned: planMeeting(formFlags(form, flags), undefined, told())}
    return latest.planned
  }
  let diagnosed: readonly Diagnosed[] = []
  const objections = (form: WizardForm): readonly Objection[] => {
    const own = form.protocol === 'review' ? reviewObjections(form, host, flags) : []
    if (own.length > 0) return own
    const planned = plan(form)
    if ('usage' in planned) return planned.usage.flatMap(line => objectionIn(line))
    const seats = [...form.seats, ...(form.judge ? [{id: '', voice: form.judge}] : [])]
    return silentVoices({seats}, diagnosed, {host, flags}).map(text => ({step: 'voice', text}))
  }
  let lineups = host.home.settings.lineups ?? []
  return {
    lang: host.uiLang,
    fold: foldName,
    personas: kept(() => [
      ...discovered().personas.map(persona => personaFor(persona, host)),
      ...boardPersonas(host, expert => personaFor(expert, host)),
    ]),
    problems: kept(() => discovered().problems.map(problem => findingLine(problem, host))),
    voices: () => wizardVoices(diagnosed, host),
    keys: wizardKeys(host, () => diagnosed),
    ...(subjects === undefined
      ? {}
      : {
          look(found: () => void) {
            const leave = new AbortController()
            const asked = {lang: host.uiLang, signal: AbortSignal.any([host.signal, leave.signal])}
            void subjects()
              .then(all => (leave.signal.aborted ? [] : diagnoseAll(all, asked)))
              .catch(() => [])
              .then(now => {
                if (leave.signal.aborted) return
                diagnosed = now
                found()
              })
            return () => leave.abort()
          },
        }),
    protocols: () => protocols.map(({id}) => ({id, ...(protocolWords[host.uiLang][id] ?? {label: id, about: ''})})),
    unfinished,
    lineups: () => lineups,
    saveLineup(name, ids) {
      lineups = [{name, ids: [...ids]}, ...lineups.filter(other => other.name !== name)]
      host.home.rememberLineups?.(lineups)
    },
    understand: sentence => understood(sentence, () => discovered().personas, host),
    guests: protocol => guestsOf(protocol, host),
    review: reviewDesk(host, flags),
    council: councilDesk(host, plan),
    objections,
    check: form => objections(form).map(({text}) => text),
    preview(form) {
      const planned = plan(form)
      const root = join(host.cwd, 'transcripts')
      const folder = shownPath(join(root, folderName({at: localMinute(host.now()), topic: form.topic})), host)
      if (!('plan' in planned)) return {speeches: form.seats.length * (form.rounds + 2), folder}
      const sums = estimateOf(planned.plan, host)
      const speeches = speechesOf(planned.plan, host)
      // Discoveries of a council are calls of nobody's seat.
      const calls = planned.plan.council ? speeches : sums?.calls
      return {speeches, folder, ...(sums && calls ? {estimate: {...sums, calls}} : {}), ...heldSo(planned.plan, host)}
    },
  }
}

/** Who sits at this kind of meeting only; those of boards are among the personas. */
function guestsOf(protocol: string, host: Host): readonly WizardPersona[] {
  if (protocol === 'review') return reviewPersonas(host, role => personaFor(role, host))
  return protocol === 'council' ? councilPersonas(host, member => personaFor(member, host)) : []
}

/** How it is held, as far as the answers do not say so. */
function heldSo(plan: Plan, host: Host): Pick<WizardPreview, 'facts' | 'files' | 'ground'> {
  if (plan.council) return councilHeld(plan, host)
  if (plan.review) return {facts: reviewHeld(plan.review.materials, host), files: plan.review.materials.length}
  return {facts: howHeld(plan, host)}
}

/** The form as the flags of `meet`, so that a meeting begun in the wizard is planned as any other. `given`: what was said before it. */
export function formFlags(form: WizardForm, given: MeetFlags = {}): MeetFlags {
  if (form.protocol === 'council') return councilFlags(form)
  if (form.protocol === 'review') {
    const {allowSensitiveMaterials, maxMaterials} = given
    return {
      ...reviewFlags(form),
      ...(allowSensitiveMaterials === undefined ? {} : {allowSensitiveMaterials}),
      ...(maxMaterials === undefined ? {} : {maxMaterials}),
    }
  }
  const {topic, protocol, seats, rounds, moderator} = form
  const [first] = seats
  const same = seats.every(({voice}) => voice === first?.voice)
  const named = seats.map(({id, voice}) => (same ? quoted(id) : `${quoted(id)}:${voice}`))
  return {
    topic,
    with: named.join(','),
    rounds: String(rounds),
    ...(protocol ? {protocol} : {}),
    ...(moderator ? {moderator} : {}),
    ...(same && first ? {provider: first.voice} : {}),
  }
}

function kept<T>(read: () => T): () => T {
  let found: {readonly value: T} | undefined
  return () => {
    found ??= {value: read()}
    return found.value
  }
}

const personaFor = (persona: Discovered['personas'][number], host: Host): WizardPersona => ({
  id: persona.id,
  name: persona.displayName,
  title: persona.title,
  keys: [...new Set(persona.names.map(({key}) => key))],
  where: host.words[`where.${persona.origin.kind}`],
  lang: persona.lang,
  ...(persona.avatar ? {avatar: persona.avatar} : {}),
  ...(persona.color ? {color: persona.color} : {}),
})

/** The one that was last worked on comes first. */
function unfinishedOf(host: Host): ReturnType<WizardWorld['unfinished']> {
  return findMeetings(host)
    .flatMap(({folder, standing, opened, lastAt}) =>
      standing.kind === 'unfinished' && opened ? [{folder, ...opened, lastAt: lastAt ?? opened.at}] : [],
    )
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : 0))
    .map(({folder, topic, date}) => ({folder, topic, date, where: shownPath(folder, host)}))
}

const MARK = '\u001f'

/** The plan's usage lines in the words of the form, each with the question it concerns before it. */
function objecting(host: Host): Words {
  const marked = Object.entries(objectionWords[host.uiLang]).map(([key, [step, text]]) => [key, `${step}${MARK}${text}`])
  // These only go with a line that says more.
  return {...host.words, ...Object.fromEntries(marked), availablePersonas: '', nearestPersonas: ''}
}

function objectionIn(line: string): readonly Objection[] {
  if (line === '') return []
  const at = line.indexOf(MARK)
  const step = line.slice(0, Math.max(0, at))
  switch (step) {
    case 'topic':
    case 'protocol':
    case 'seats':
    case 'rounds':
      return [{step, text: line.slice(at + 1)}]
    default:
      return [{step: 'confirm', text: line}]
  }
}

/** Counted by walking the protocol with nobody there to speak or to interrupt. */
function speechesOf(plan: Plan, host: Host): number {
  const protocol = protocolOf(plan.protocol)
  if (protocol === undefined) return 0
  const judge = plan.judge ? {recorder: plan.judge} : {}
  const meeting = meetingOf({...plan, version: host.version, ...judge}, {folder: '', date: localMinute(host.now()).slice(0, 10)})
  return turnsToCome(protocol, meeting).filter(({ask}) => ask.stage !== 'record').length
}

/** `YYYY-MM-DD-HHmm` where the person is. */
function localMinute(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}`
}
