import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Lang} from '../core/events.ts'

/** The program's own folder: `ROUNDTABLE_HOME`, else `.roundtable` in the person's home. Created on the first write. */
export const homeFolder = (env: NodeJS.ProcessEnv, userHome: string): string =>
  env.ROUNDTABLE_HOME || join(userHome, '.roundtable')

/**
 * The UI language that the settings name. A first frame needs nothing else of them, so this reads no more and complains of
 * nothing: what is wrong with the file is said by `openHome`, which reads all of it.
 */
export function glanceUiLang(folder: string): Lang | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    const said = typeof read === 'object' && read !== null && 'uiLang' in read ? read.uiLang : undefined
    return said === 'zh' || said === 'en' ? said : undefined
  } catch {
    return undefined
  }
}
