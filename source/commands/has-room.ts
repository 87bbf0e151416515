import type {Doorstep} from './host.ts'

/** Whether there is a terminal to open a room on, and the person wants it there. */
export function hasRoom(
  flags: {readonly json?: boolean; readonly plain?: boolean; readonly reader?: boolean},
  host: Doorstep,
): boolean {
  if (flags.json || flags.plain || flags.reader || host.env.INK_SCREEN_READER === 'true') return false
  return host.stdin.isTTY && host.stdout.isTTY && host.env.TERM !== 'dumb'
}
