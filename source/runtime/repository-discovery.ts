import {mostFiles, mostLookedInto, orderOfReading, rankByName, rankByText, type Sought} from '../core/council-files.ts'
import {commandsIn, isManifest} from '../core/council-manifests.ts'
import type {Material} from '../core/material.ts'
import {type Listing, listRepository, type Repository} from './repository.ts'
import {asMaterial, makeReader, type Reader} from './repository-files.ts'

/** A repository that was looked over once; questions are then asked of it one by one. */
export type Looked = Listing & {
  /** Commands that the manifests near the root and near the person name. */
  readonly commands: readonly string[]
  /** What one question reads: six files at most, each cut at 24 KiB, the same ones every time. */
  readonly filesFor: (sought: Omit<Sought, 'near'>) => readonly Material[]
  /** Files that fitted and were left out because they may hold secrets, each once. */
  readonly leftOut: () => readonly string[]
}

/** Bytes that are looked into for the sake of ranking. */
const mostBytes = 16_777_216

/** Never throws. `clock`: milliseconds, for the two seconds after which the walk ends. */
export function lookOver(repository: Repository, clock: () => number): Looked {
  const listing = listRepository(repository, clock)
  const reader = makeReader(repository)
  const leftOut = new Set<string>()
  const {near} = repository
  const manifests = listing.files.filter(path => isManifest(path) && path.split('/').length <= 3).slice(0, 20)
  return {
    ...listing,
    commands: [...new Set(manifests.flatMap(path => commandsOf(path, reader)))],
    leftOut: () => [...leftOut],
    filesFor: sought => {
      const wanted = {...sought, near}
      const byName = rankByName(listing.files, wanted)
      const ranked = rankByText(
        byName,
        textsOf(
          byName.slice(0, mostLookedInto).map(({path}) => path),
          reader,
        ),
        sought,
      )
      const found: Material[] = []
      for (const path of orderOfReading(listing.files, ranked, wanted)) {
        if (found.length === mostFiles) break
        const file = reader.read(path)
        if (file === 'other' || (file !== 'secret' && file.text.trim() === '')) continue
        const material = file === 'secret' ? undefined : asMaterial(file)
        if (material === undefined) leftOut.add(path)
        else found.push(material)
      }
      return found
    },
  }
}

function textsOf(paths: readonly string[], reader: Reader): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const path of paths) {
    if (reader.spent() > mostBytes) break
    const file = reader.read(path)
    if (typeof file !== 'string') texts.set(path, file.text.slice(0, 24_576).toLowerCase())
  }
  return texts
}

function commandsOf(path: string, reader: Reader): readonly string[] {
  const file = reader.read(path)
  return typeof file === 'string' ? [] : commandsIn(path, file.text)
}
