import {Box} from 'ink'
import {oneLine} from '../../core/text.ts'
import {truncate} from '../../core/width.ts'
import {tellRoom} from '../../i18n/room.ts'
import {ChoiceList} from '../components/choice-list.tsx'
import {Rows} from '../components/rows.tsx'
import type {Layout, Size} from '../ports.ts'
import {bodyRegions, fileTitle, searchPlace} from './body.ts'
import {chairRows, footerRow, headerRow, membersRow, rosterRow, wordRow} from './chrome.ts'
import {type Desk, fieldOf, isReplying, newBelow, readable, viewOf} from './desk.ts'
import {askLabel, askSheet, askWord, endingLines} from './endings.ts'
import {dim, row, type Spans, span} from './fit.ts'
import type {RoomAction} from './key-map.ts'
import {canDo, isUnspoken, paletteOf, placesOf} from './possible.ts'
import {endCard, leaveSheet, paletteSheet, relaySheet} from './sheets.ts'

/** The chrome as an Ink tree, folded where the body is painted, and where the real cursor stands. */
export function layoutRoom(desk: Desk, size: Size, choose: (voice: string) => void): Layout {
  desk.size = size
  const {columns, rows} = size
  const {colours} = desk.options
  const above = topRows(desk, size)
  const writing = writes(desk)
  const field = fieldOf(desk).view(columns - 4)
  const most = Math.max(1, Math.min(field.rows.length, rows - above.length - 7))
  const first = Math.max(0, Math.min(field.cursor.row, field.rows.length - most))
  const composer = writing ? composerRows(desk, field.rows.slice(first, first + most), columns) : []
  const foot = footer(desk, columns)
  const notice: readonly Spans[] = desk.room.notice
    ? [row(columns - 1, [span(` ${truncate(desk.room.notice, columns - 3)}`, {color: 'yellow'})])]
    : []
  const room = Math.max(0, rows - above.length - composer.length - notice.length - 1 - 2 - 1)
  const choices = choicesOf(desk, Math.min(room - 1, 8))
  const sheet = sheetRows(desk, columns, room).slice(0, room)
  const below = sheet.length + choices.length + composer.length + notice.length + 1
  const body = {x: 0, y: above.length + 1, width: columns, height: Math.max(1, rows - above.length - below - 2)}
  const cursorY = body.y + body.height + 1 + sheet.length + choices.length + field.cursor.row - first
  return {
    fold: {at: above.length, rows: body.height + 2},
    regions: bodyRegions(desk, body),
    ...(writing ? {cursor: {x: 3 + field.cursor.column, y: cursorY}} : {}),
    tree: (
      <Box flexDirection="column" width={columns} height={rows - body.height - 2}>
        <Rows rows={above} colours={colours} />
        <Rows rows={sheet} colours={colours} />
        {choices.length > 0 && <ChoiceList choices={choices} rows={choices.length} colours={colours} onChoose={choose} />}
        <Rows rows={[...composer, ...notice, foot]} colours={colours} />
      </Box>
    ),
  }
}

function topRows(desk: Desk, {columns, rows}: Size): readonly Spans[] {
  const {over} = desk.room
  const facts = desk.facts()
  const header = headerRow(facts, columns, desk.words)
  const title = fileTitle(desk)
  if (title !== '' && (over.kind === 'pager' || over.kind === 'search')) {
    const place = tellRoom(desk.words.room, 'pageOf', {n: (over.file ?? 0) + 1, count: desk.end?.files.length ?? 0})
    return [row(columns - 1, [span(` ${title}`, {bold: true})], [dim(place)])]
  }
  if (over.kind === 'said') return [saidRow(desk, over.who, columns)]
  if (over.kind === 'echo' && desk.words.council) return [row(columns - 1, [span(` ${desk.words.council.echo}`, {bold: true})])]
  if (over.kind === 'help') return [row(columns - 1, [span(` ${desk.words.room['help.title']}`, {bold: true})])]
  const word = rows >= 12 ? wordRow(facts, columns, desk.words) : undefined
  const {board, council} = desk.words
  const isRoomy = rows >= (viewOf(desk) === 'flow' ? 16 : 30)
  const named = board ? rosterRow(facts, columns, board) : council ? membersRow(facts, columns, council) : undefined
  const roster = named && isRoomy ? [named] : []
  if (desk.room.card) return [header, ...roster]
  // In the flow the chair and the words stand in their places; only what waits to be delivered is kept in sight.
  if (viewOf(desk) === 'flow')
    return word && facts.words.some(one => one.due.length > 0) ? [header, ...roster, word] : [header, ...roster]
  return [
    header,
    ...roster,
    ...(rows >= 14 && facts.chair !== '' ? chairRows(facts, rows >= 30 ? 2 : 1, columns, desk.words) : []),
    ...(word ? [word] : []),
  ]
}

/** Whose words are read, and how many speeches they are. */
function saidRow(desk: Desk, who: string, columns: number): Spans {
  const {room} = desk.words
  const seat = readable(desk).find(one => one.id === who)
  const count = desk.stage.said().filter(one => one.who === who).length
  const name = span(` ${seat?.name ?? who}`, {bold: true, ...(seat ? {color: seat.accent} : {})})
  return row(columns - 1, [name, dim(`  ${seat?.title ?? ''}`)], [dim(tellRoom(room, 'saidCount', {count}))])
}

/** Whether a field is open: not while a choice lies over it, nor after the end. */
function writes(desk: Desk): boolean {
  const {over} = desk.room
  if (over.kind === 'search') return true
  return over.kind === 'nothing' && !desk.end
}

function composerRows(desk: Desk, rows: readonly string[], columns: number): readonly Spans[] {
  const field = fieldOf(desk)
  const search = desk.room.over.kind === 'search'
  const prompt = search ? ' / ' : isReplying(desk) ? ' ▸ ' : ' › '
  const waiting = desk.options.meeting.waiting() !== undefined && !search
  const mark = span(prompt, waiting ? {bold: true, color: 'cyan'} : {bold: true})
  if (field.isEmpty()) return [row(columns - 1, [mark, dim(placeholder(desk))])]
  const right = search ? [dim(searchPlace(desk))] : []
  return rows.map((text, at) => row(columns - 1, [at === 0 ? mark : span('   '), span(text || ' ')], at === 0 ? right : []))
}

function placeholder(desk: Desk): string {
  const {room} = desk.words
  const {meeting} = desk.options
  if (desk.room.over.kind === 'search') return room['placeholder.search']
  const pasting = meeting.pasting()
  if (pasting && isReplying(desk)) return tellRoom(room, 'placeholder.reply', {name: oneLine(pasting.name, 24)})
  const waiting = meeting.waiting()
  const asked = askWord(desk)
  if (waiting?.for === 'word') return asked ?? room['placeholder.pause']
  if (waiting?.for === 'choice') return room['placeholder.fault']
  const phase = desk.facts().phase.name
  const many = desk.words.board ?? desk.words.review ?? desk.words.council
  if ((phase === 'closing' || phase === 'synthesis') && many) return many.concluding
  if (phase === 'debate' && desk.words.council) return desk.words.council.lastWords
  return room[phase === 'recording' || phase === 'over' ? 'placeholder.closing' : 'placeholder.speaking']
}

function sheetRows(desk: Desk, columns: number, room: number): readonly Spans[] {
  const {over} = desk.room
  if (over.kind === 'leave') return leaveSheet(columns, desk.words, isUnspoken(desk) ? desk.words.council?.reselect : undefined)
  if (over.kind === 'voices') {
    const name = readable(desk).find(seat => seat.id === over.who)?.name ?? ''
    return [row(columns - 1, [span(` ${tellRoom(desk.words.room, 'voices.title', {name})}`, {bold: true})])]
  }
  if (over.kind !== 'nothing') return []
  if (desk.end) {
    const state = desk.state()
    return endCard(
      {
        told: endingLines(desk),
        rounds: state.outcome?.rounds ?? 0,
        speeches: desk.facts().speeches,
        folder: oneLine(desk.options.folder, 300),
        files: desk.end.files.map(file => oneLine(file.name, 80)),
        problems: desk.end.problems.map(problem => oneLine(problem, 300)),
      },
      columns,
      desk.words,
    )
  }
  const palette = paletteOf(desk)
  if (palette)
    return paletteSheet(palette, {chosen: desk.room.palette, rows: Math.min(6, Math.max(1, room)), columns}, desk.words)
  const asks = askSheet(desk, columns)
  if (asks) return asks
  const pasting = desk.options.meeting.pasting()
  if (!pasting) return []
  const path = pasting.path === undefined ? undefined : oneLine(pasting.path, 300)
  return relaySheet({name: oneLine(pasting.name, 24), path}, columns, desk.words)
}

function choicesOf(desk: Desk, most: number) {
  if (desk.room.over.kind !== 'voices') return []
  return desk.options.meeting
    .voices()
    .slice(0, Math.max(1, most))
    .map(({id, label}) => ({id, label: oneLine(label, desk.size.columns - 6)}))
}

function footer(desk: Desk, columns: number): Spans {
  const {room} = desk.words
  const below = desk.room.over.kind === 'nothing' && !desk.room.card ? newBelow(desk) : undefined
  const waits = below && (below.speech ? room.newSpeech : below.lines > 0 ? tellRoom(room, 'newLines', {count: below.lines}) : '')
  const other = viewOf(desk) === 'flow' ? room.viewPanes : room.viewFlow
  const many = desk.words.board ?? desk.words.review ?? desk.words.council
  const label = (action: RoomAction) =>
    action === 'view'
      ? desk.room.card && many
        ? many.talk
        : other
      : action === 'nextFile' && desk.room.over.kind === 'said'
        ? room.nextSeat
        : askLabel(desk, action)
  const {tokens} = desk.facts()
  const counted = tokens > 0 && columns >= 80 ? tellRoom(room, 'tokens', {count: short(tokens)}) : ''
  const right: Spans = waits ? [span(waits, {bold: true})] : counted ? [dim(counted)] : []
  return footerRow({places: placesOf(desk), can: action => canDo(desk, action), label}, right, columns, desk.words)
}

const short = (count: number): string => (count < 1000 ? `${count}` : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`)
