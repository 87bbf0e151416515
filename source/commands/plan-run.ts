import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {judgeSeat, type RunFlags, type RunPlan, readRunFlags} from './run-flags.ts'

/** With what the flags say about money, trust and failing voices. */
export function withRun(plan: Plan, flags: RunFlags, host: Host): {plan: Plan; run: RunPlan} | {usage: readonly string[]} {
  const seats = [
    ...plan.seats.map(({persona}) => ({id: persona.id, name: persona.displayName})),
    ...(plan.judge ? [judgeSeat] : []),
  ]
  const read = readRunFlags(flags, {seats, lang: plan.lang}, host)
  if ('usage' in read) return read
  const {budget} = read.ok
  const trust = flags.trustUserConfig ? {trustUserConfig: true} : {}
  return {plan: {...plan, ...(budget ? {budget} : {}), ...trust}, run: read.ok}
}
