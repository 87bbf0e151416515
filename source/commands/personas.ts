import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {checkPersonas} from './check-personas.ts'
import {exit, type Host} from './host.ts'
import {listPersonas} from './list-personas.ts'
import {newPersona} from './new-persona.ts'
import {showPersona} from './show-persona.ts'
import {short} from './shown.ts'

export type PersonasFlags = {readonly json?: boolean; readonly verbose?: boolean; readonly lang?: string}

/** `roundtable personas list|show NAME|check PATH...|new NAME`; on its own it lists. */
export async function personas(args: readonly string[], flags: PersonasFlags, host: Host): Promise<number> {
  const [part = 'list', ...rest] = args
  switch (part) {
    case 'list':
      return listPersonas(flags, host)
    case 'show':
      return showPersona(rest.join(' '), flags, host)
    case 'check':
      return checkPersonas(rest, flags, host)
    case 'new':
      return newPersona(rest.join(' '), flags, host)
    default: {
      const words = commandWords[host.uiLang]
      host.warn(fill(words.noSuchPart, {said: short(part)}))
      host.warn(words.personasUsage)
      return exit.usage
    }
  }
}
