import {join} from 'node:path'
import {packageRoot} from '../package-files.ts'
import {type Discovered, discover, placesOf} from './discover.ts'

/** All personas within reach of this person, in this folder. */
export const discoverFor = (roots: {
  readonly cwd: string
  readonly userHome: string
  readonly home: {readonly folder: string}
}): Discovered =>
  discover(
    placesOf({
      cwd: roots.cwd,
      userHome: roots.userHome,
      home: roots.home.folder,
      bundled: join(packageRoot(), 'personas', 'figures'),
    }),
  )
