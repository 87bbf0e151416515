import {existsSync} from 'node:fs'
import {join, resolve} from 'node:path'
import type {MeetingRequest} from '../core/request.ts'
import {agentsIn, defaultRoles, reviewRequest} from '../core/review-request.ts'
import {fill} from '../core/template.ts'
import {tellReview} from '../i18n/review-entry.ts'
import {wizardWords} from '../i18n/wizard.ts'
import {muchBytes, readMaterials} from '../runtime/materials.ts'
import {rolesFor, rolesIn} from '../runtime/personas/roles.ts'
import type {WizardFile, WizardForm, WizardPersona, WizardUnderstood} from '../ui/ports.ts'
import type {ReviewDesk} from '../ui/wizard/desks.ts'
import type {Host} from './host.ts'
import {pathsIn} from './path-list.ts'
import type {MeetFlags} from './plan.ts'
import {materialLines, problemText, remarkText} from './review-words.ts'

/** Roles for the wizard's list: they sit at reviews only, each with its duty. */
export const reviewPersonas = (
  host: Host,
  asRow: (role: ReturnType<typeof rolesIn>[number]) => WizardPersona,
): readonly WizardPersona[] => rolesIn(rolesFor(host), host.uiLang).map(role => ({...asRow(role), protocol: 'review'}))

type Allowed = Pick<MeetFlags, 'allowSensitiveMaterials' | 'maxMaterials'>

export const reviewDesk = (host: Host, flags: Allowed): ReviewDesk => ({
  usual: () => usualRoles(host),
  read(text, have) {
    const isThere = (path: string) => existsSync(resolve(host.cwd, atHome(path, host)))
    const files = [...have]
    const refused: {said: string; text: string}[] = []
    for (const said of pathsIn(text, isThere)) {
      const read = readFile(said, files, {host, flags})
      if ('file' in read) files.push(read.file)
      else refused.push({said, text: read.why})
    }
    return {files, refused}
  },
})

/** Those of the settings, where they can be read; who speaks is chosen on the page. */
function usualRoles(host: Host): readonly string[] {
  const {agents, problems} = agentsIn(host.home.settings.review?.agents ?? '')
  return agents.length > 1 && problems.length === 0 ? agents.map(({role}) => role) : defaultRoles
}

const atHome = (path: string, {userHome}: Host): string => (/^~[\\/]/.test(path) ? join(userHome, path.slice(2)) : path)

type Read = {readonly file: WizardFile} | {readonly why: string}

function readFile(said: string, have: readonly WizardFile[], {host, flags}: {host: Host; flags: Allowed}): Read {
  const words = wizardWords[host.uiLang]
  const path = atHome(said, host)
  const {most} = limitsOf(flags)
  const read = readMaterials({
    briefs: [],
    materials: [path],
    cwd: host.cwd,
    userHome: host.userHome,
    most,
    allowSensitive: flags.allowSensitiveMaterials ?? false,
  })
  const [problem] = read.problems
  const [file] = read.files
  if (problem !== undefined || file === undefined) {
    const [reason = ''] = materialLines(problem === undefined ? [] : [problem], host)
    const sensitive = problem?.code === 'secret' || problem?.code === 'sensitive-path'
    return {why: sensitive ? fill(words.fileAllow, {reason}) : reason}
  }
  const {label, bytes, text, truncated} = file.material
  if (have.some(other => other.label === label)) return {why: fill(words.fileTwice, {label})}
  if (have.length >= most) return {why: tellReview(host.uiLang, 'file.too-many-material', {count: have.length + 1, most})}
  // How much there is of everything is said once, at the confirmation.
  const remarks = read.remarks.filter(({code}) => code !== 'much').map(remark => remarkText(remark, host))
  return {
    file: {
      kind: 'material',
      path,
      label,
      bytes,
      ...(truncated ? {kept: Buffer.byteLength(text)} : {}),
      ...(remarks.length > 0 ? {remarks} : {}),
    },
  }
}

const limitsOf = (flags: Allowed) => ({
  most: reviewRequest({kind: 'meeting', with: [], missing: [], notes: []}, flags).mostMaterials,
})

/** The form as the flags of `review`. */
export function reviewFlags({topic, seats, rounds, judge, files = [], voice}: WizardForm): MeetFlags {
  const paths = (kind: WizardFile['kind']) => files.filter(file => file.kind === kind).map(({path}) => path)
  return {
    topic,
    protocol: 'review',
    rounds: String(rounds),
    // Of people, said for other meetings.
    lineup: '',
    agents: seats.map(seat => `${seat.id}:${seat.voice}`).join(','),
    ...(judge ? {judge} : {}),
    ...(voice ? {provider: voice} : {}),
    briefFile: paths('brief'),
    material: paths('material'),
  }
}

/** What stands in the way of a review and is known without a plan: files that have changed, and voices that do not mix. */
export function reviewObjections(form: WizardForm, host: Host, flags: Allowed) {
  const words = wizardWords[host.uiLang]
  const {files = [], seats, judge} = form
  const paths = (kind: WizardFile['kind']) => files.filter(file => file.kind === kind).map(({path}) => path)
  const read = readMaterials({
    briefs: paths('brief'),
    materials: paths('material'),
    cwd: host.cwd,
    userHome: host.userHome,
    most: limitsOf(flags).most,
    allowSensitive: flags.allowSensitiveMaterials ?? false,
  })
  const voices = [...seats, ...(judge ? [{id: 'judge', voice: judge}] : [])]
  const others = voices.filter(({voice}) => voice !== 'rehearsal').map(({id}) => id)
  const mixed = others.length > 0 && others.length < voices.length
  return [
    ...read.problems.map(problem => {
      const [reason = ''] = materialLines([problem], host)
      return {step: 'files', text: fill(words.fileChanged, {reason})} as const
    }),
    ...(mixed ? [{step: 'seats', text: fill(words.reviewMixed, {names: others.join(words.listSeparator)})} as const] : []),
  ]
}

/** That a lot lies before it, where it does. */
export function reviewHeld(materials: readonly {readonly bytes: number}[], {uiLang}: Host): readonly string[] {
  const bytes = materials.reduce((sum, material) => sum + material.bytes, 0)
  return bytes > muchBytes ? [tellReview(uiLang, 'note.much', {bytes, most: muchBytes})] : []
}

/** What `@review:…` or a sentence that asks for a review fills in; without a list the usual roles. */
export function understoodReview(request: MeetingRequest, host: Host): WizardUnderstood {
  const asked = reviewRequest(request, {})
  const known = rolesIn(rolesFor(host), host.uiLang).map(({id}) => id)
  const listed = request.agents !== undefined
  const agents = asked.agents.filter(({role}) => known.includes(role))
  const unknown = asked.agents.filter(({role}) => !known.includes(role)).map(({role}) => role)
  return {
    protocol: 'review',
    ...(request.topic === undefined ? {} : {topic: request.topic}),
    ids: listed ? agents.map(({role}) => role) : usualRoles(host),
    voices: Object.fromEntries(agents.map(({role, voice}) => [role, voice])),
    rounds: asked.rounds,
    unknown,
    ...(asked.problems.length > 0 ? {remarks: asked.problems.map(problem => problemText(problem, host))} : {}),
  }
}
