import {fill} from '../core/template.ts'
import {type Estimate, estimate} from '../core/usage.ts'
import {estimateSaid} from '../i18n/usage.ts'
import {wizardWords} from '../i18n/wizard.ts'
import {protocolOf} from '../protocols/index.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import type {WizardVoice} from '../ui/ports.ts'
import {type Diagnosed, isProven, proposalOrder, proposeVoice} from './doctor-report.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {turnsToCome} from './turns-to-come.ts'

/** What a person can do where no voice with a model was found, in the order it is offered. */
export const withoutVoices = ['again', 'manual', 'key', 'rehearsal'] as const

/** `none`: the four ways. `proposed`: to be confirmed before its first call; `others` can be chosen instead. */
export type FirstRun =
  | {readonly kind: 'none'; readonly choices: typeof withoutVoices}
  | {readonly kind: 'proposed'; readonly voice: WizardVoice; readonly others: readonly WizardVoice[]}

/** Nothing is ever taken silently: without a proven voice there is no proposal, whatever else was found. */
export function firstRun(diagnosed: readonly Diagnosed[]): FirstRun {
  const proposed = proposeVoice(diagnosed)
  if (proposed === undefined) return {kind: 'none', choices: withoutVoices}
  return {
    kind: 'proposed',
    voice: offered(proposed),
    others: offers(diagnosed).filter(({id}) => id !== proposed.id),
  }
}

/** The voices with a model that can be used now: proven ones in the order of the proposal, then the others. */
export function offers(diagnosed: readonly Diagnosed[]): readonly WizardVoice[] {
  const place = (one: Diagnosed) =>
    (isProven(one) ? 0 : 1000) + (proposalOrder.includes(one.id) ? proposalOrder.indexOf(one.id) : proposalOrder.length)
  return diagnosed
    .filter(({diagnosis}) => diagnosis.ok)
    .sort((a, b) => place(a) - place(b))
    .map(offered)
}

/** Voices without a model, which are always there. */
const plain: readonly string[] = ['rehearsal', 'manual']

/**
 * What the wizard lists: the person's usual voice, the proven ones with the proposed one first, those without a model, and last
 * what is experimental.
 */
export function wizardVoices(diagnosed: readonly Diagnosed[], {home, uiLang, words}: Host): readonly WizardVoice[] {
  const usual = home.settings.provider
  const found = offers(diagnosed).map(voice => (voice.id === usual ? {...voice, experimental: false, unsure: false} : voice))
  const label = (id: string) =>
    id === 'rehearsal' ? words.rehearsal : id === 'manual' ? wizardWords[uiLang]['voice.manual'] : id
  const others = [...plain, ...(usual === undefined || plain.includes(usual) ? [] : [usual])]
    .filter(id => !found.some(voice => voice.id === id))
    .map((id): WizardVoice => ({id, label: label(id)}))
  const place = ({id, experimental, unsure}: WizardVoice) =>
    id === usual ? 0 : experimental || unsure ? 3 : plain.includes(id) ? 2 : 1
  return [...found, ...others].sort((a, b) => place(a) - place(b))
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/

/** Nothing speaks against it but that its login cannot be seen. */
const unsure = ({diagnosis}: Diagnosed): boolean =>
  !diagnosis.experimental && !(diagnosis.findings ?? []).some(({claim}) => claim === 'failed')

function offered(one: Diagnosed): WizardVoice {
  const {model, server} = one.diagnosis
  return {
    id: one.id,
    label: one.name,
    asks: server !== undefined && LOOPBACK.test(server) ? 'local' : 'paid',
    ...(isProven(one) ? {} : unsure(one) ? {unsure: true} : {experimental: true}),
    ...(model === undefined ? {} : {model}),
    ...(server === undefined ? {} : {server}),
  }
}

/** What is said before the first call of a voice, and the answer that agrees, in plain lines. */
export function paidQuestion(voice: WizardVoice, {host, sums}: {host: Host; sums?: Estimate}): readonly string[] {
  const words = wizardWords[host.uiLang]
  const slots = {name: voice.label, model: voice.model ?? words.defaultModel, host: voice.server ?? words.ownServer}
  return [
    fill(voice.asks === 'local' ? words.paidLocal : words.paidTo, slots),
    ...(sums ? [estimateSaid(host.uiLang, sums)] : []),
  ]
}

/** Agents that keep a session, so that a later prompt carries only what is new. */
const remembering: readonly string[] = ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'qoder', 'cursor']
const modelless: readonly string[] = ['rehearsal', 'manual', 'script']
const kindOf = (provider: string) => provider.split(':')[0] ?? ''

/** About how much a planned meeting takes; undefined where no model is asked. */
export function estimateOf(plan: Omit<Plan, 'notices'>, host: Pick<Host, 'version'>): Estimate | undefined {
  const protocol = protocolOf(plan.protocol)
  if (protocol === undefined) return undefined
  const looked = plan.council?.discovery ?? []
  // Who speaks without a seat: the judge, or who looks into the repository.
  const recorder = plan.judge ?? (looked.length > 0 ? {provider: plan.provider} : undefined)
  const meeting = meetingOf({...plan, version: host.version, ...(recorder ? {recorder} : {})}, {folder: '', date: ''})
  const all = [...meeting.seats, ...(recorder ? [{id: 'recorder', ...recorder}] : [])]
  const excerpts = looked.flatMap(({files}) => files.map(({text}) => text)).join('\n')
  // Each question goes out with its own files; between them they carry all.
  const carried = (id: string) => (id === 'recorder' ? excerpts.slice(0, Math.ceil(excerpts.length / (looked.length || 1))) : '')
  const asked = all.filter(({provider}) => !modelless.includes(kindOf(provider)))
  if (asked.length === 0) return undefined
  return estimate({
    lang: plan.lang,
    // Materials go along with every prompt, as the topic does.
    topic: [plan.topic, ...(plan.review?.materials ?? []).map(({text}) => text)].join('\n'),
    voices: asked.map(({id, provider}) => ({
      id,
      system: protocol.system(meeting, id) + carried(id),
      view: id !== 'recorder' && remembering.includes(kindOf(provider)) ? 'session' : 'whole',
    })),
    turns: turnsToCome(protocol, meeting).map(({who, ask}) => ({who, stage: ask.stage, limits: ask.limits})),
  })
}
