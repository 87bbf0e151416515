import {wishWords} from '../../core/wishes.ts'
import type {Mode} from './room-texts.ts'

/**
 * What the room can do, as data: the footer, `?`, the palette and the README read this one table. `keys` are names as the decoder
 * gives them; an entry without keys is done by its word in the composer. The words about it are `do.<action>` and `about.<action>`
 * in the room's texts.
 */
export type RoomKey = {
  readonly action: RoomAction
  readonly keys: readonly string[]
  /** How the key is written for people; absent: its word with a `/`. */
  readonly shown?: string
  readonly when: readonly When[]
  /** Place in the footer, the smallest first; absent: not in the footer. */
  readonly foot?: number
}

/**
 * `always`; `empty`: nothing is written; `speaking`, `pause`, `fault`, `reply`, `relay` (the manual voice waits, its
 * field is open or closed): what the meeting does;
 * `gaps`, `trouble`: a review waits because somebody is missing, or because there is nothing to go on with;
 * `unspoken`: no member of a council has answered yet;
 * `pane`: a seat's pane is chosen; the others are what lies over the room.
 */
export type When =
  | 'always'
  | 'empty'
  | 'written'
  | 'speaking'
  | 'pause'
  | 'fault'
  | 'gaps'
  | 'trouble'
  | 'unspoken'
  | 'reply'
  | 'relay'
  | 'pane'
  | 'back'
  | 'palette'
  | 'searching'
  | 'found'
  | 'voices'
  | 'help'
  | 'leaving'
  | 'over'
  | 'ended'
  | 'pager'

export type RoomAction =
  | 'send'
  | 'newline'
  | 'goOn'
  | 'conclude'
  | 'finish'
  | 'more'
  | 'remind'
  | 'skip'
  | 'retry'
  | 'pause'
  | 'voice'
  | 'mute'
  | 'redo'
  | 'takeBack'
  | 'withdraw'
  | 'view'
  | 'nextPane'
  | 'previousPane'
  | 'toComposer'
  | 'pageUp'
  | 'pageDown'
  | 'lineUp'
  | 'lineDown'
  | 'toTop'
  | 'toBottom'
  | 'search'
  | 'nextMatch'
  | 'previousMatch'
  | 'copy'
  | 'bell'
  | 'help'
  | 'palette'
  | 'complete'
  | 'choose'
  | 'close'
  | 'leave'
  | 'leavePaused'
  | 'leaveClosing'
  | 'stay'
  | 'handBack'
  | 'otherField'
  | 'look'
  | 'readAll'
  | 'decision'
  | 'selection'
  | 'reselect'
  | 'nextFile'
  | 'previousFile'
  | 'again'
  | 'quit'
  | 'suspend'
  | 'redraw'

export const keyMap: readonly RoomKey[] = [
  {action: 'retry', keys: ['1'], shown: '1', when: ['fault'], foot: 1},
  {action: 'voice', keys: ['2'], shown: '2', when: ['fault'], foot: 2},
  {action: 'skip', keys: ['3'], shown: '3', when: ['fault'], foot: 3},
  {action: 'conclude', keys: ['4'], shown: '4', when: ['fault'], foot: 4},
  {action: 'more', keys: ['1'], shown: '1', when: ['gaps', 'trouble'], foot: 1},
  {action: 'voice', keys: ['2'], shown: '2', when: ['gaps', 'trouble'], foot: 1.2},
  {action: 'goOn', keys: ['3'], shown: '3', when: ['gaps', 'trouble'], foot: 1.4},
  {action: 'finish', keys: ['4'], shown: '4', when: ['gaps'], foot: 1.6},
  {action: 'handBack', keys: ['enter'], shown: 'Enter', when: ['reply'], foot: 1},
  {action: 'otherField', keys: ['escape'], shown: 'Esc', when: ['reply', 'relay'], foot: 2},
  {action: 'reselect', keys: ['escape'], shown: 'Esc', when: ['unspoken'], foot: 1},
  {action: 'goOn', keys: ['enter'], shown: 'Enter', when: ['pause'], foot: 1.5},
  {action: 'send', keys: ['enter'], shown: 'Enter', when: ['written'], foot: 0},
  {action: 'newline', keys: ['alt+enter', 'newline'], shown: 'Alt+Enter', when: ['written'], foot: 6},
  {action: 'more', keys: [], when: ['pause'], foot: 3},
  {action: 'conclude', keys: [], when: ['pause', 'speaking'], foot: 2},
  {action: 'skip', keys: [], when: ['speaking'], foot: 3},
  {action: 'takeBack', keys: ['up'], shown: '↑', when: ['empty'], foot: 5},
  {action: 'copy', keys: ['y'], shown: 'y', when: ['pane'], foot: 1},
  {action: 'readAll', keys: ['o'], shown: 'o', when: ['pane'], foot: 1},
  {action: 'mute', keys: ['m'], shown: 'm', when: ['pane'], foot: 2},
  {action: 'voice', keys: ['v'], shown: 'v', when: ['pane'], foot: 3},
  {action: 'lineUp', keys: ['up'], shown: '↑', when: ['pane', 'help', 'pager', 'over']},
  {action: 'lineDown', keys: ['down'], shown: '↓', when: ['pane', 'help', 'pager', 'over']},
  {action: 'toComposer', keys: ['escape'], shown: 'Esc', when: ['pane'], foot: 4},
  {action: 'nextPane', keys: ['tab'], shown: 'Tab', when: ['speaking', 'pause', 'fault', 'pane'], foot: 7},
  {action: 'previousPane', keys: ['shift+tab'], shown: 'Shift+Tab', when: ['speaking', 'pause', 'fault', 'pane']},
  {action: 'view', keys: ['ctrl+f'], shown: 'Ctrl+F', when: ['always', 'over'], foot: 8},
  {action: 'pageUp', keys: ['pageup'], shown: 'PgUp', when: ['always', 'over', 'help', 'pager'], foot: 9},
  {action: 'pageDown', keys: ['pagedown'], shown: 'PgDn', when: ['always', 'over', 'help', 'pager']},
  {action: 'toTop', keys: ['home'], shown: 'Home', when: ['empty', 'pane', 'over', 'help', 'pager']},
  {action: 'toBottom', keys: ['end'], shown: 'End', when: ['empty', 'pane', 'over', 'help', 'pager', 'back'], foot: 5},
  {action: 'search', keys: ['ctrl+r'], shown: 'Ctrl+R', when: ['always', 'over', 'pager'], foot: 12},
  {action: 'nextMatch', keys: ['enter'], shown: 'Enter', when: ['searching', 'found'], foot: 1},
  {action: 'previousMatch', keys: ['shift+enter'], shown: 'Shift+Enter', when: ['searching'], foot: 2},
  {action: 'nextMatch', keys: ['n'], shown: 'n', when: ['found'], foot: 2},
  {action: 'previousMatch', keys: ['N', 'shift+enter'], shown: 'N', when: ['found'], foot: 3},
  {
    action: 'close',
    keys: ['escape'],
    shown: 'Esc',
    when: ['searching', 'found', 'palette', 'voices', 'help', 'pager', 'written'],
    foot: 4,
  },
  {action: 'complete', keys: ['tab'], shown: 'Tab', when: ['palette'], foot: 2},
  {action: 'choose', keys: ['enter'], shown: 'Enter', when: ['palette', 'voices'], foot: 1},
  {action: 'lineUp', keys: ['up'], shown: '↑↓', when: ['palette', 'voices'], foot: 3},
  {action: 'lineDown', keys: ['down'], shown: '↓', when: ['palette', 'voices']},
  {action: 'leavePaused', keys: ['1', 'p', 'ctrl+c'], shown: '1', when: ['leaving'], foot: 1},
  {action: 'leaveClosing', keys: ['2', 'c'], shown: '2', when: ['leaving'], foot: 2},
  {action: 'stay', keys: ['3', 's', 'escape'], shown: 'Esc', when: ['leaving'], foot: 3},
  {action: 'decision', keys: ['d'], shown: 'd', when: ['over'], foot: 1},
  {action: 'look', keys: ['v'], shown: 'v', when: ['over'], foot: 1},
  {action: 'again', keys: ['n'], shown: 'n', when: ['over'], foot: 2},
  {action: 'quit', keys: ['q', 'escape'], shown: 'q', when: ['over'], foot: 3},
  {action: 'readAll', keys: ['o'], shown: 'o', when: ['over'], foot: 4},
  {action: 'nextFile', keys: ['tab', 'right'], shown: 'Tab', when: ['pager'], foot: 1},
  {action: 'previousFile', keys: ['shift+tab', 'left'], shown: 'Shift+Tab', when: ['pager']},
  {action: 'close', keys: ['q'], shown: 'q', when: ['help', 'pager']},
  {action: 'pageDown', keys: [' '], shown: 'Space', when: ['help', 'pager']},
  {action: 'palette', keys: ['/'], shown: '/', when: ['empty'], foot: 11},
  {action: 'help', keys: ['?'], shown: '?', when: ['empty', 'pane', 'over'], foot: 10},
  {action: 'leave', keys: ['ctrl+c'], shown: 'Ctrl+C', when: ['always'], foot: 13},
  {action: 'quit', keys: ['ctrl+c'], shown: 'Ctrl+C', when: ['over', 'pager', 'ended']},
  {action: 'suspend', keys: ['ctrl+z'], shown: 'Ctrl+Z', when: ['always']},
  {action: 'redraw', keys: ['ctrl+l'], shown: 'Ctrl+L', when: ['always']},
]

/** What `key` does, where `places` are the contexts that hold now, the narrowest first; what cannot be done is passed over. */
export function actionFor(
  key: string,
  places: readonly When[],
  can: (action: RoomAction) => boolean = () => true,
): RoomAction | undefined {
  for (const place of places) {
    const found = keyMap.find(entry => entry.when.includes(place) && entry.keys.includes(key))
    if (found && can(found.action)) return found.action
  }
  return undefined
}

export type RoomCommand = {
  readonly action: RoomAction
  /** The first word of each language is the one that is shown. */
  readonly zh: readonly string[]
  readonly en: readonly string[]
  /** What may stand after the word. */
  readonly takes?: 'seat' | 'text'
}

/** Every action as a word in the composer: those of the meeting itself are `core/wishes.ts`'s, the others are the room's own. */
export const commands: readonly RoomCommand[] = [
  {action: 'goOn', ...wishWords.continue},
  {action: 'conclude', zh: ['结束会议'], en: ['end']},
  {action: 'finish', zh: ['跳过结语'], en: ['skip closing']},
  {action: 'more', ...wishWords.more},
  {action: 'remind', zh: ['聚焦'], en: ['focus']},
  {action: 'skip', ...wishWords.skip},
  {action: 'retry', ...wishWords.retry},
  {action: 'voice', zh: ['换声'], en: ['voice'], takes: 'seat'},
  {action: 'mute', zh: ['静音'], en: ['mute'], takes: 'seat'},
  {action: 'redo', zh: ['重说', '重新说'], en: ['redo']},
  {action: 'withdraw', zh: ['撤回'], en: ['withdraw', 'take back']},
  {action: 'view', zh: ['视图', '流', '分窗'], en: ['view', 'flow', 'panes']},
  {action: 'search', zh: ['搜索', '查找'], en: ['search', 'find'], takes: 'text'},
  {action: 'copy', zh: ['复制'], en: ['copy'], takes: 'seat'},
  {action: 'readAll', zh: ['看', '全部发言'], en: ['read'], takes: 'seat'},
  {action: 'selection', zh: ['选人'], en: ['selection', 'echo']},
  {action: 'bell', zh: ['响铃'], en: ['bell']},
  {action: 'help', zh: ['帮助'], en: ['help']},
  {action: 'pause', ...wishWords.pause},
]

/** A board and a review are ended by other words; a selection is a council's alone, which never waits. */
const conclusions: Partial<Record<Mode, Pick<RoomCommand, 'zh' | 'en'>>> = {
  board: {zh: ['停止讨论', '结束会议'], en: ['stop', 'end']},
  review: {zh: ['进入结语', '结束会议'], en: ['close', 'end']},
}
const NOT_THERE: Readonly<Record<Mode, readonly RoomAction[]>> = {
  roundtable: ['selection'],
  board: ['selection'],
  review: ['selection'],
  council: ['redo'],
}

export const commandsOf = (mode: Mode): readonly RoomCommand[] =>
  commands
    .filter(({action}) => !NOT_THERE[mode].includes(action))
    .map(command => (command.action === 'conclude' ? {...command, ...conclusions[mode]} : command))
