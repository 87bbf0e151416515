import {fill} from '../core/template.ts'
import {wizardWords} from '../i18n/wizard.ts'
import {ledgerName, parseVoice} from '../providers/index.ts'
import type {WizardForm} from '../ui/ports.ts'
import type {Diagnosed} from './doctor-report.ts'
import type {Host} from './host.ts'
import type {RunFlags} from './run-flags.ts'

/** Models that an agent speaks with also where nobody logged in. */
const open: Readonly<Record<string, RegExp>> = {opencode: /^opencode\//}

/** Whether what an agent says of its login counts for nothing, because the voice needs none there. */
export const needsNoLogin = (provider: string, model = ''): boolean => open[provider]?.test(model) === true

/**
 * What the last look at this machine has against the voices of a form, each once: what is, and what to do. One that was slow to
 * answer may still speak; one whose failure the flags have an answer for may fail.
 */
export function silentVoices(
  {seats}: Pick<WizardForm, 'seats'>,
  diagnosed: readonly Diagnosed[],
  {host, flags}: {readonly host: Host; readonly flags: RunFlags},
): readonly string[] {
  const {providers = {}, fallback} = host.home.settings
  if (flags.skipMissing || (flags.fallback ?? fallback) !== undefined) return []
  return [...new Set(seats.map(({voice}) => voice))].flatMap(voice => {
    const parsed = parseVoice(voice)
    if ('problem' in parsed) return []
    const {provider, model} = parsed.ok
    const {diagnosis} = diagnosed.find(({id}) => id === ledgerName(parsed.ok)) ?? {}
    if (diagnosis === undefined || diagnosis.ok) return []
    const codes = (diagnosis.findings ?? []).map(({code}) => code)
    const own = flags.trustUserConfig || providers[provider]?.trustUserConfig || providers[provider]?.command !== undefined
    if (codes.length === 0 || codes.includes('hangs') || codes.includes('login-hangs')) return []
    if (codes.includes('logged-out') && (own || needsNoLogin(provider, model))) return []
    return [fill(wizardWords[host.uiLang].voiceSilent, {detail: diagnosis.detail, hint: diagnosis.hint ?? ''}).trim()]
  })
}
