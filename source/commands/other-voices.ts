import {diagnoseAll} from './doctor-report.ts'
import {doctorSubjects} from './doctor-subjects.ts'
import {offers} from './first-run.ts'
import type {Host} from './host.ts'

type Offered = {readonly id: string; readonly label: string}

/**
 * Voices that a seat in trouble can be given. Those of the table and the manual one are there at once; what else this machine has
 * is looked for with the first question (it spends nothing), and `found` is called when it is known. A rehearsal mixes with nothing.
 */
export function otherVoices(
  host: Host,
  table: {readonly rehearsal: boolean; readonly atTable: readonly string[]},
  found: () => void,
): () => readonly Offered[] {
  if (table.rehearsal) return () => [{id: 'rehearsal', label: host.words.rehearsal}]
  const known = [...new Set([...table.atTable, 'manual'])].map(id => ({id, label: id}))
  let offered: readonly Offered[] = known
  let looking = false
  const look = async () => {
    const diagnosed = await diagnoseAll(doctorSubjects(host), {lang: host.uiLang, signal: host.signal})
    const usable = offers(diagnosed).map(({id, label}) => ({id, label}))
    offered = [...usable, ...known.filter(({id}) => !usable.some(one => one.id === id))]
    found()
  }
  return () => {
    if (!looking) {
      looking = true
      // Whatever went wrong with looking, what was known is still there.
      look().catch(() => undefined)
    }
    return offered
  }
}
