import {tell} from '../i18n/index.ts'
import {openHome} from '../runtime/home.ts'
import {homeFolder} from '../runtime/home-folder.ts'
import type {Doorstep, Host} from './host.ts'

/** The world with the settings read. What is wrong with them goes to `say`; then the defaults hold. */
export function atHome(host: Doorstep, say: (text: string) => void = host.warn): Host {
  if (isHome(host)) return host
  const home = openHome(homeFolder(host.env, host.userHome))
  if (home.problem) say(tell(host.words, 'configProblem', home.problem))
  return {...host, home}
}

const isHome = (host: Doorstep): host is Host => 'home' in host
