import type {Lang} from './events.ts'

/** A persona as its file says, before it takes a seat. */
export type Persona = {
  /** The frontmatter's `name`. */
  readonly id: string
  readonly displayName: string
  /** Explicit aliases first; then display name, heading, id without its suffix; mined ones last. */
  readonly aliases: readonly string[]
  readonly title: string
  readonly description: string
  readonly lang: Lang
  readonly avatar?: string
  readonly color?: string
  /** The author states that the body is first person, speakable, safe to recite. */
  readonly rehearsal: boolean
  /** Markdown below the frontmatter, as it stands in the file (BOM removed, line ends made `\n`). */
  readonly body: string
  readonly origin: PersonaOrigin
}

export type PersonaOrigin = {
  readonly kind: 'project' | 'user' | 'own' | 'built-in'
  /** Absolute path of the file. */
  readonly path: string
}
