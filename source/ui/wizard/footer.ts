import type {WizardWords} from '../../i18n/wizard.ts'
import type {Span} from '../terminal/sgr.ts'
import {isOnTopics} from './council.ts'
import {judges, moderators} from './form.ts'
import {confirmRows} from './modes.ts'
import {dim, type Row, row, span, widthOf} from './row.ts'
import type {WizardState} from './state.ts'

type Hint = readonly [key: string, word: string]

/** What can be done now, most needed first, on at most `most` rows; what does not clip is left out. */
export function footerRows(
  state: WizardState,
  words: WizardWords,
  size: {readonly columns: number; readonly most: number},
): readonly Row[] {
  const rows: Span[][] = []
  let now: Span[] = []
  for (const [key, word] of hintsOf(state, words)) {
    const hint = [span(key), span(` ${word}`, dim)]
    const joined = now.length === 0 ? hint : [...now, span(' · ', dim), ...hint]
    if (widthOf(joined) <= size.columns - 2) {
      now = joined
      continue
    }
    rows.push(now)
    now = hint
    if (rows.length === size.most) break
  }
  if (rows.length < size.most) rows.push(now)
  return rows.map(spans => row(span(' '), ...spans))
}

function hintsOf(state: WizardState, words: WizardWords): readonly Hint[] {
  const quit: Hint = ['Ctrl+C', words['key.quit']]
  const back: Hint = ['Esc', words['key.back']]
  const next: Hint = ['Enter', words['key.next']]
  const pick: Hint = ['↑↓', words['key.pick']]
  const {facts} = state
  switch (state.overlay) {
    case 'unfinished':
      return [pick, ['Enter', words['key.resume']], ['Esc', words['key.close']], quit]
    case 'lineups':
    case 'services':
      return [pick, ['Enter', words['key.choose']], ['Esc', words['key.close']], quit]
    case 'key':
      return [['Enter', words['key.store']], ['Ctrl+U', words['key.erase']], back, quit]
    case 'problems':
      return [['↑↓', words['key.scroll']], ['Esc', words['key.close']], quit]
    case 'naming':
      return [['Enter', words['key.store']], ['Esc', words['key.close']], quit]
    case 'none':
      break
    default:
      return state.overlay satisfies never
  }
  switch (state.step) {
    case 'topic': {
      const resume: readonly Hint[] = facts.unfinished.length > 0 ? [['Ctrl+R', words['key.resume']]] : []
      return [next, ['Alt+Enter', words['key.newline']], ['Tab', words['key.example']], ...resume, quit]
    }
    case 'files':
      return [
        ['Enter', words['key.addFiles']],
        ...(state.files.length > 0
          ? ([
              ['Tab', words['key.kind']],
              ['Backspace', words['key.remove']],
            ] as const)
          : []),
        back,
        quit,
      ]
    case 'debate':
    case 'discover':
    case 'protocol':
    case 'voice':
      return [pick, ['Enter', words['key.choose']], back, quit]
    case 'seats':
      if (state.asking) return [['Esc', words['key.stopAsking']], quit]
      if (isOnTopics(state))
        return [
          ['Enter', words['key.choose']],
          pick,
          ['Tab', words['key.mode']],
          [words['name.type'], words['key.name']],
          back,
          quit,
        ]
      return [
        [words['name.space'], words['key.toggle']],
        next,
        ['Shift+↑↓', words['key.order']],
        ...(facts.voices.length > 1 ? [['Tab', words['key.voice']] as const] : []),
        back,
        ['Ctrl+S', words['key.save']],
        ...(facts.lineups.length > 0 ? [['Ctrl+O', words['key.lineups']] as const] : []),
        quit,
      ]
    case 'rounds':
      return [next, ['↑↓', words['key.change']], back, quit]
    case 'confirm': {
      const row = confirmRows(state)[state.at.confirm] ?? 'begin'
      const word = row === 'begin' ? words['key.begin'] : row === 'back' ? words['key.back'] : words['key.edit']
      const other = [
        ...(moderators(state).length > 0 ? [['Tab', words['key.moderator']] as const] : []),
        ...(judges(state).length > 1 ? [['Tab', words['key.judge']] as const] : []),
      ]
      return [['Enter', word], pick, ...other, back, quit]
    }
    default:
      return state.step satisfies never
  }
}
