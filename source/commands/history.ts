import {basename} from 'node:path'
import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {tell} from '../i18n/index.ts'
import {ledgerFault} from './faults.ts'
import {findMeetings, type MeetingFound, type Phase, type Standing} from './find-meetings.ts'
import {exit, type Host} from './host.ts'
import {shellWord, short, shownPath} from './shown.ts'

export {findMeetings, latestUnfinished, type MeetingFound, meetingFolder, type Standing} from './find-meetings.ts'

/** `roundtable history`: the meetings within reach, newest first, and how to go on with the unfinished ones. */
export async function history(_args: readonly string[], flags: {readonly json?: boolean}, host: Host): Promise<number> {
  const meetings = findMeetings(host)
  if (flags.json) {
    host.emit({meetings: meetings.map(meeting => json(meeting, host))})
    return exit.closed
  }
  if (meetings.length === 0) host.print(commandWords[host.uiLang].noMeetings)
  for (const [index, meeting] of meetings.entries()) {
    if (index > 0) host.print('')
    for (const line of linesOf(meeting, host)) host.print(line)
  }
  return exit.closed
}

function linesOf(meeting: MeetingFound, host: Host): readonly string[] {
  const words = commandWords[host.uiLang]
  const {folder, opened, standing} = meeting
  const where = shownPath(folder, host)
  const command = goOn(meeting, host)
  const state = standingText(standing, host)
  const names = opened?.participants.map(name => short(name, 40)).join(host.words.listSeparator)
  return [
    opened ? fill(words.historyHead, {date: short(opened.date, 10), topic: short(opened.topic)}) : short(basename(folder)),
    `  ${names ? fill(words.historyWho, {names, standing: state}) : state}`,
    `  ${where}`,
    ...(command ? [`  ${fill(words.goOn, {command})}`] : []),
  ]
}

/** The command that goes on with it; undefined where there is nothing to go on with, or somebody has it. */
function goOn({folder, standing}: MeetingFound, host: Host): string | undefined {
  const command = `roundtable resume ${shellWord(shownPath(folder, host))}`
  if (standing.kind === 'unfinished') return command
  return standing.kind === 'damaged' && standing.fault.repairable ? `${command} --repair` : undefined
}

function standingText(standing: Standing, host: Host): string {
  const words = commandWords[host.uiLang]
  switch (standing.kind) {
    case 'closed':
      return words['standing.closed']
    case 'unfinished':
      return standing.phase
        ? fill(words['standing.unfinished'], {phase: phaseText(standing.phase, host)})
        : words['standing.unbegun']
    case 'open': {
      const {owner, path} = standing.lock
      if (!owner) return fill(words['standing.locked'], {path: shownPath(path, host)})
      return fill(words['standing.open'], {pid: owner.pid, host: short(owner.host)})
    }
    case 'damaged': {
      const {line, reason} = standing.fault
      return fill(words['standing.damaged'], {line, reason: host.words[`damage.${reason}`]})
    }
    case 'newer':
      return fill(words['standing.newer'], {line: standing.fault.line, v: standing.fault.v})
    case 'unreadable':
      return fill(words['standing.unreadable'], {message: short(ledgerFault(standing.fault, host), 200)})
    default:
      return standing satisfies never
  }
}

function phaseText({name, round}: Phase, host: Host): string {
  const key = `phase.${name}`
  return Object.hasOwn(host.words, key) ? tell(host.words, key as 'phase.opening', {round}) : short(name)
}

function json(meeting: MeetingFound, host: Host) {
  const {folder, opened, standing, lastAt} = meeting
  const command = goOn(meeting, host)
  return {
    folder,
    state: standing.kind,
    text: standingText(standing, host),
    ...('phase' in standing ? {phase: standing.phase} : {}),
    ...('fault' in standing && 'line' in standing.fault ? {line: standing.fault.line} : {}),
    ...(standing.kind === 'open' && standing.lock.owner ? {pid: standing.lock.owner.pid, host: standing.lock.owner.host} : {}),
    ...(opened ? {topic: opened.topic, participants: opened.participants, date: opened.date, openedAt: opened.at} : {}),
    ...(lastAt ? {lastAt} : {}),
    ...(command ? {goOn: command} : {}),
  }
}
