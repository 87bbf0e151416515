import {isMap, isScalar, isSeq, LineCounter, parseAllDocuments} from 'yaml'
import {type Remark, remark} from './findings.ts'

/** A file that is YAML from its first line to its last. Lines count from 1. */
export type WholeYaml =
  | {
      readonly kind: 'values'
      readonly values: Readonly<Record<string, unknown>>
      /** Line of a key, of a key below it, or of an item of its list; of the nearest thing above it that is there. */
      readonly lineOf: (...path: readonly (string | number)[]) => number
    }
  | {readonly kind: 'problem'; readonly problem: Remark}

/** Data and nothing else: no tag makes an object, no alias multiplies the file. Nothing is repaired. Never throws. */
export function readWholeYaml(text: string): WholeYaml {
  const counter = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line)
  try {
    const parsed = parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: counter,
    })
    const documents = Array.isArray(parsed) ? parsed : []
    const [document, second] = documents
    if (document === undefined) return refuse('yaml-no-keys', 1)
    const [error] = documents.flatMap(one => one.errors)
    if (error !== undefined) {
      // A bracket that is not closed is reported as the indentation of what comes after it.
      const code = /^Flow .* end with a/.test(error.message) ? 'yaml-unclosed' : (CODES[error.code] ?? 'yaml-invalid')
      return refuse(code, lineAt(error.pos[0]), code === 'yaml-invalid' ? {reason: error.message.split('\n')[0] ?? ''} : {})
    }
    if (second !== undefined) return refuse('yaml-several', lineAt(second.range[0]))
    const {contents} = document
    if (!isMap(contents)) return refuse('yaml-no-keys', 1)
    const values: unknown = document.toJS({maxAliasCount: 50})
    const lineOf = (...path: readonly (string | number)[]): number => {
      let node: unknown = contents
      let line = 1
      for (const step of path) {
        if (isMap(node)) {
          const pair = node.items.find(item => isScalar(item.key) && String(item.key.value) === step)
          if (pair === undefined) break
          if (isScalar(pair.key) && pair.key.range) line = lineAt(pair.key.range[0])
          node = pair.value
        } else if (isSeq(node) && typeof step === 'number') {
          const item = node.items[step]
          if (item === undefined) break
          if ((isScalar(item) || isMap(item)) && item.range) line = lineAt(item.range[0])
          node = item
        } else break
      }
      return line
    }
    return {kind: 'values', values: values as Record<string, unknown>, lineOf}
  } catch (error) {
    return refuse('yaml-invalid', 1, {reason: error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''})
  }
}

/** The parser's own codes, by what a person can do about them. */
const CODES: Readonly<Record<string, Remark['code']>> = {
  BAD_INDENT: 'yaml-indent',
  TAB_AS_INDENT: 'yaml-indent',
  BLOCK_IN_FLOW: 'yaml-indent',
  BLOCK_AS_IMPLICIT_KEY: 'yaml-indent',
  MULTILINE_IMPLICIT_KEY: 'yaml-indent',
  MISSING_CHAR: 'yaml-unclosed',
  DUPLICATE_KEY: 'yaml-twice',
  MULTIPLE_DOCS: 'yaml-several',
}

const refuse = (code: Remark['code'], line: number, slots: Remark['slots'] = {}): WholeYaml => ({
  kind: 'problem',
  problem: remark(code, line, slots),
})
