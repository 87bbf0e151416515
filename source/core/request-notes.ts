/** What was noticed while a request was read: never a sentence, always a code and what fills it. Positions count UTF-16 units from 0. */
export type Note = {readonly code: NoteCode; readonly slots: Readonly<Record<string, string | number>>}

export type NoteCode =
  /** No word of a meeting, yet its shape is that of a request. */
  | 'understood-as-request'
  /** {said, least, most} The number is left out. */
  | 'rounds-out-of-range'
  /** {said} Such as `2-3 轮` or `几轮`. */
  | 'rounds-unclear'
  /** {said, rounds} Nothing stood between topic and rounds. */
  | 'rounds-understood'
  /** {said} Could be a number of rounds, was taken as words of the topic. */
  | 'rounds-left-in-topic'
  /** {kept, said} */
  | 'rounds-twice'
  /** {said} Small letters after `with`, taken as names. */
  | 'with-understood'
  /** {said} One name after `with`, taken as words of the topic. */
  | 'with-left-in-topic'
  /** {position} */
  | 'name-empty'
  /** {name, position} The first one counts. */
  | 'name-twice'
  /** {name, position} Left out. */
  | 'name-invalid'
  /** {name, position} In an `@board` list, outside of letters, digits, `_` and `-`; kept, since it may be an alias. */
  | 'name-unusual'
  /** {name, position} */
  | 'provider-empty'
  /** {name, position} */
  | 'model-empty'
  /** {count, most} */
  | 'too-many-names'
  /** {key, said} The first one counts. */
  | 'key-twice'
  /** {said} */
  | 'lang-unclear'
  /** {said} Words of the sentence that had no place. */
  | 'words-left-out'
  /** {word} */
  | 'unknown-at'
  /** {name} `@board` without names: the default line-up. */
  | 'default-line-up'

export const note = (code: NoteCode, slots: Note['slots'] = {}): Note => ({code, slots})
