/**
 * What the loader, discovery and the lint have to say about a file: a code and its slots, never a sentence. The words are in
 * `source/i18n/personas.ts`, one text a code and language.
 */
export type Finding = {
  readonly code: FindingCode
  /** Absolute, as it was found. */
  readonly path: string
  /** Counted from 1, in the file as an editor shows it; 1 where the finding is about the whole file. */
  readonly line: number
  readonly slots: Slots
}

export type Slots = Readonly<Record<string, string | number>>
export type FindingCode = keyof typeof LEVELS
/** `problem`: no persona came of it. `note`: it loaded. `error` and `warning`: from `personas check` only. */
export type Level = 'problem' | 'note' | 'error' | 'warning'

export const levelOf = (code: FindingCode): Level => LEVELS[code]

/** Found in a text, before anybody knows which file it came from. */
export type Remark = Omit<Finding, 'path'>

export const remark = (code: FindingCode, line: number, slots: Slots = {}): Remark => ({code, line, slots})
export const at = (path: string, found: Remark): Finding => ({...found, path})

const LEVELS = {
  // The file itself
  'place-unreadable': 'problem',
  'no-skill-file': 'problem',
  'file-instead-of-folder': 'problem',
  'folder-instead-of-file': 'problem',
  'not-a-file': 'problem',
  symlink: 'problem',
  'dangling-link': 'problem',
  unreadable: 'problem',
  'empty-file': 'problem',
  'too-large': 'problem',
  'utf-16': 'problem',
  binary: 'problem',
  'not-utf8': 'problem',
  'link-as-text': 'problem',
  'same-id': 'problem',
  // Frontmatter
  'frontmatter-language': 'problem',
  'frontmatter-unclosed': 'problem',
  'frontmatter-too-large': 'problem',
  'no-text': 'problem',
  'bad-name': 'problem',
  'wrong-type': 'problem',
  // Experts and boards
  'yaml-indent': 'problem',
  'yaml-unclosed': 'problem',
  'yaml-twice': 'problem',
  'yaml-several': 'problem',
  'yaml-no-keys': 'problem',
  'yaml-invalid': 'problem',
  'expert-missing': 'problem',
  'expert-name': 'problem',
  'expert-reserved': 'problem',
  'template-size': 'problem',
  'template-unknown': 'problem',
  'role-name': 'problem',
  'role-place': 'problem',
  'member-name': 'problem',
  'member-place': 'problem',
  'expert-unknown-key': 'note',
  // Loaded, and worth saying
  bom: 'note',
  'mixed-line-ends': 'note',
  'damaged-text': 'note',
  'control-characters': 'note',
  'frontmatter-missing': 'note',
  'frontmatter-late': 'note',
  'closing-glued': 'note',
  'yaml-repaired': 'note',
  'name-from-path': 'note',
  'description-missing': 'note',
  'heading-no-name': 'note',
  'unknown-key': 'note',
  'unknown-color': 'note',
  'label-cleaned': 'note',
  'empty-body': 'note',
  shadowed: 'note',
  // The lint of our own format
  'name-form': 'error',
  'missing-section': 'error',
  'empty-section': 'warning',
  'section-unread': 'warning',
  'too-thin': 'error',
  'size-outside': 'warning',
  'no-first-person': 'warning',
  'third-person': 'warning',
  'source-without-locator': 'warning',
  'bullet-under-negation': 'error',
  'bullet-no-sentence': 'warning',
  'model-without-keywords': 'warning',
  'model-without-claim': 'warning',
  'application-without-topic': 'warning',
  'unknown-slot': 'error',
  'pushback-form': 'warning',
  'description-long': 'warning',
  'shared-run': 'error',
} as const satisfies Record<string, Level>

export const FINDING_CODES = Object.keys(LEVELS) as readonly FindingCode[]
