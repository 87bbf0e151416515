import {doctorSays} from '../i18n/doctor.ts'
import {outerAgent} from '../providers/cli/child-env.ts'
import {parseVoice} from '../providers/index.ts'
import {doctorPage} from './doctor-page.ts'
import {diagnoseAll, reportOf, type Subject} from './doctor-report.ts'
import {exit, type Host} from './host.ts'

export type DoctorFlags = {readonly json?: boolean; readonly strict?: boolean}

/** `roundtable doctor`: every voice as it is on this machine. Spends no token and takes 6 s at most. */
export async function doctor(
  rest: readonly string[],
  flags: DoctorFlags,
  {host, subjects}: {readonly host: Host; readonly subjects: readonly Subject[]},
): Promise<number> {
  const {uiLang: lang, signal, env, version, home} = host
  if (rest.length > 0) {
    host.warn(doctorSays(lang, 'usage'))
    return exit.usage
  }
  const diagnosed = await diagnoseAll(subjects, {lang, signal})
  const report = reportOf(diagnosed, {lang, program: version, inside: outerAgent(env), chosen: defaultVoices(home.settings)})
  if (flags.json) host.emit(report)
  else for (const line of doctorPage(report, lang, flags.strict ?? false)) host.print(line)
  return flags.strict && !report.strict.ok ? exit.failed : exit.closed
}

/** Whoever speaks where a meeting names nobody: the voice of every seat, those that stand in, and the roles and the judge of a review. */
function defaultVoices({provider, fallback = [], review = {}}: Host['home']['settings']): readonly string[] {
  const roles = review.agents?.split(/[,，、]/u) ?? []
  const afterSeat = [...fallback, ...roles].map(said =>
    'ok' in parseVoice(said.trim()) ? said : said.replace(/^[^:：]+[:：]/u, ''),
  )
  return [provider, ...afterSeat, review.judge].flatMap(voice => (voice === undefined || voice === '' ? [] : [voice]))
}
