import {tell, type Words} from '../i18n/index.ts'
import type {DiskFault} from '../runtime/disk/disk.ts'
import type {LedgerFault} from '../runtime/ledger.ts'
import type {LockFault} from '../runtime/lock.ts'
import type {FolderFault} from '../runtime/meeting-folder.ts'
import type {Host} from './host.ts'
import {shownPath} from './shown.ts'

/** What happened to a meeting's folder, in the person's words. */
export function folderFault(fault: FolderFault, host: Host): string {
  switch (fault.kind) {
    case 'disk':
      return diskFault(fault.fault, host)
    case 'ledger':
      return ledgerFault(fault.fault, host)
    case 'lock':
      return lockFault(fault.fault, host)
    case 'protocol':
      return tell(host.words, 'protocolGone', {id: fault.id, version: fault.version})
    default:
      return fault satisfies never
  }
}

export const diskFault = (fault: DiskFault, host: Host): string =>
  tell(host.words, 'ledger.disk', {path: shownPath(fault.path, host), message: diskMessage(fault, host.words)})

function diskMessage(fault: DiskFault, words: Words): string {
  const key = `disk.${fault.code}`
  return key in words ? words[key as 'disk.EIO'] : `${fault.code} ${fault.message}`
}

export function ledgerFault(fault: LedgerFault, host: Host): string {
  const path = shownPath(fault.path, host)
  switch (fault.code) {
    case 'damaged':
      return tell(host.words, fault.repairable ? 'ledger.damaged' : 'ledger.hopeless', {
        path,
        line: fault.line,
        reason: host.words[`damage.${fault.reason}`],
      })
    case 'newer':
      return tell(host.words, 'ledger.newer', {path, line: fault.line, v: fault.v})
    case 'disk':
      return tell(host.words, 'ledger.disk', {path, message: diskMessage(fault.disk, host.words)})
    default:
      return tell(host.words, `ledger.${fault.code}`, {path})
  }
}

function lockFault(fault: LockFault, host: Host): string {
  const path = shownPath(fault.path, host)
  if (fault.code === 'disk') return tell(host.words, 'ledger.disk', {path, message: diskMessage(fault.disk, host.words)})
  if (!fault.owner) return tell(host.words, 'lockUnknown', {path})
  const slots = {pid: fault.owner.pid, host: fault.owner.host}
  return fault.outOfSight ? tell(host.words, 'lockOutOfSight', {...slots, path}) : tell(host.words, 'lockHeld', slots)
}
