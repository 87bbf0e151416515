import {z} from 'zod'
import type {Lang} from '../core/events.ts'
import {doctorSays, findingSays} from '../i18n/doctor.ts'
import type {Aspect, Diagnosis, Provider} from '../providers/provider.ts'

/** A voice that doctor looks at. */
export type Subject = {readonly id: string; readonly name: string; readonly check: Provider['check']}
export type Diagnosed = {readonly id: string; readonly name: string; readonly diagnosis: Diagnosis}

export const aspects: readonly Aspect[] = ['found', 'login', 'stdin', 'sessions', 'tools', 'isolation', 'network']

/** Milliseconds until a check that does not answer is left behind; the agents' own cap comes before. */
const MOST_MS = 5400

/** All side by side, in the order given; each takes its cap at most, also one that hears no signal. Never rejects. */
export const diagnoseAll = (
  subjects: readonly Subject[],
  {lang, signal, mostMs = MOST_MS}: {lang: Lang; signal: AbortSignal; mostMs?: number},
): Promise<readonly Diagnosed[]> =>
  Promise.all(
    subjects.map(async subject => {
      const leave = new AbortController()
      let late: NodeJS.Timeout | undefined
      const stuck = new Promise<Diagnosis>(resolve => {
        late = setTimeout(() => {
          leave.abort()
          resolve({ok: false, detail: doctorSays(lang, 'detail.stuck', {name: subject.name}), findings: []})
        }, mostMs)
      })
      const checked = subject.check(AbortSignal.any([signal, leave.signal])).catch(
        (error: unknown): Diagnosis => ({
          ok: false,
          detail: error instanceof Error ? error.message : String(error),
          findings: [],
        }),
      )
      const diagnosis = await Promise.race([checked, stuck])
      clearTimeout(late)
      return {id: subject.id, name: subject.name, diagnosis}
    }),
  )

/**
 * Who is proposed, best first: the agents by how much of them was measured, then services with a key, then this machine's own
 * models. Any other comes after these, in the order of the registry.
 */
export const proposalOrder: readonly string[] = [
  ...['claude', 'codex', 'qwen', 'gemini', 'opencode'],
  ...['deepseek', 'moonshot', 'dashscope', 'glm', 'openai', 'anthropic', 'openrouter'],
  ...['ollama', 'lmstudio', 'llamacpp', 'vllm', 'jan'],
]

/** Voices that are nobody's model: they are taken only when the person says so. */
const modelless: readonly string[] = ['rehearsal', 'manual', 'script']

/** The best proven voice that can be used now; never an experimental one, never one whose login nobody could see, never a rehearsal. */
export function proposeVoice(diagnosed: readonly Diagnosed[]): Diagnosed | undefined {
  const place = ({id}: Diagnosed) => (proposalOrder.includes(id) ? proposalOrder.indexOf(id) : proposalOrder.length)
  return diagnosed.filter(isProven).sort((a, b) => place(a) - place(b))[0]
}

export function isProven({id, diagnosis}: Diagnosed): boolean {
  const {ok, experimental = false, findings = []} = diagnosis
  if (!ok || experimental || modelless.includes(id)) return false
  return !findings.some(({aspect, claim}) => claim === 'failed' || (aspect === 'login' && claim === 'unknown'))
}

const claim = z.enum(['verified', 'believed', 'unknown', 'failed'])
const aspect = z.enum(['found', 'login', 'stdin', 'sessions', 'tools', 'isolation', 'network'])

/** What `doctor --json` prints, as one line. `text`, `detail` and `next` are for people, in the language of the interface. */
export const doctorSchema = z.strictObject({
  v: z.literal(1),
  program: z.string(),
  /** The agent that the program was started in. */
  inside: z.string().nullable(),
  proposed: z.string().nullable(),
  /** Of each default voice in what it is not verified; `known`: there is a voice of that name. `ok`: there is one, and nothing is missing. */
  strict: z.strictObject({
    ok: z.boolean(),
    voices: z.array(z.strictObject({voice: z.string(), known: z.boolean(), missing: z.array(aspect)})),
  }),
  providers: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      ok: z.boolean(),
      experimental: z.boolean(),
      detail: z.string(),
      next: z.string().nullable(),
      path: z.string().nullable(),
      version: z.string().nullable(),
      checkedWith: z.string().nullable(),
      model: z.string().nullable(),
      models: z.array(z.string()),
      server: z.string().nullable(),
      /** Every aspect once, in a fixed order. */
      findings: z.array(z.strictObject({aspect, claim, code: z.string(), text: z.string()})).length(aspects.length),
    }),
  ),
})
export type DoctorReport = z.infer<typeof doctorSchema>

export type ReportOf = {
  readonly lang: Lang
  readonly program: string
  readonly inside: string | undefined
  /** The voices the settings name, as `--provider` takes them; where there are none, the proposed one is meant. */
  readonly chosen: readonly string[]
}

export function reportOf(diagnosed: readonly Diagnosed[], {lang, program, inside, chosen}: ReportOf): DoctorReport {
  const proposed = proposeVoice(diagnosed)?.id ?? null
  const meant = chosen.length > 0 ? chosen.map(baseOf) : proposed === null ? [] : [proposed]
  const voices = [...new Set(meant)].map(voice => strictly(voice, diagnosed))
  return {
    v: 1,
    program,
    inside: inside ?? null,
    proposed,
    strict: {ok: voices.length > 0 && voices.every(({known, missing}) => known && missing.length === 0), voices},
    providers: diagnosed.map(one => providerOf(one, lang)),
  }
}

const baseOf = (voice: string) => (voice.split(/[:/：／]/)[0] ?? '').trim().toLowerCase()

function strictly(voice: string, diagnosed: readonly Diagnosed[]): DoctorReport['strict']['voices'][number] {
  const judged = diagnosed.find(({id}) => id === voice)
  if (!judged) return {voice, known: false, missing: []}
  const claimOf = (asked: Aspect) => judged.diagnosis.findings?.find(found => found.aspect === asked)?.claim
  return {voice, known: true, missing: aspects.filter(asked => claimOf(asked) !== 'verified')}
}

function providerOf({id, name, diagnosis}: Diagnosed, lang: Lang): DoctorReport['providers'][number] {
  const {program, findings = []} = diagnosis
  return {
    id,
    name,
    ok: diagnosis.ok,
    experimental: diagnosis.experimental ?? false,
    detail: diagnosis.detail,
    next: diagnosis.hint ?? null,
    path: program?.path ?? null,
    version: program?.version ?? null,
    checkedWith: program?.checkedWith ?? null,
    model: diagnosis.model ?? null,
    models: [...(diagnosis.models ?? [])],
    server: diagnosis.server ?? null,
    findings: aspects.map(asked => {
      const found = findings.find(({aspect: about}) => about === asked)
      if (found === undefined) return {aspect: asked, claim: 'unknown', code: 'none', text: doctorSays(lang, 'claim.unknown')}
      const text = findingSays(lang, found) ?? doctorSays(lang, `claim.${found.claim}`)
      return {aspect: asked, claim: found.claim, code: found.code, text}
    }),
  }
}
