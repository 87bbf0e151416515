import {fill} from '../../core/template.ts'
import {type Around, head} from './around.ts'
import {complaintRows} from './complaint-rows.ts'
import {askedVoices, judgeOf} from './form.ts'
import {modelRows} from './model-rows.ts'
import {confirmRows} from './modes.ts'
import {blank, bold, dim, paragraph, type Row, span} from './row.ts'
import {voiceName} from './seat-rows.ts'
import {voiceOfSeat, type WizardState} from './state.ts'

/** What follows the answers: how much there is to come, where it is kept, and what the seats are; then the two ways on. */
export function confirmOpen(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, given} = around
  const x = columns < 60 ? 3 : around.x
  const airy = given.rows >= 17 ? [blank] : []
  const at = confirmRows(state)[state.at.confirm]
  const indent = span(' '.repeat(x))
  const rehearsed = state.chosen.some(id => voiceOfSeat(state, id) === 'rehearsal')
  const [folder, ...folders] = paragraph(given.preview?.folder ?? '', {x: around.x, columns, most: 2})
  const paid = askedVoices(state).some(({asks}) => asks === 'paid')
  const choice = (id: 'begin' | 'back') => {
    const here = at === id
    const word = id === 'begin' && paid ? words.beginPaid : words[id]
    return {
      spans: [indent, span(here ? '› ' : '  ', bold), span(word, here ? {bold: true, color: 'cyan'} : dim)],
      focus: here,
    }
  }
  return [
    {spans: [...head('confirm', around, {mark: ' ', text: words.records}), ...(folder?.spans.slice(1) ?? [])]},
    ...folders,
    ...(state.protocol === 'review' ? paragraph(fill(words.judge, {voice: voiceName(judgeOf(state), words)}), {x, columns}) : []),
    ...(given.preview?.facts ?? []).flatMap(text => paragraph(text, {x, columns, most: 2})),
    ...airy,
    ...(rehearsed ? paragraph(words.rehearsalNotice, {x, columns}, {color: 'yellow'}) : []),
    ...modelRows(state, {words, columns, x, preview: given.preview}),
    ...paragraph(state.protocol === 'review' ? words.rolesNotice : words.notice, {x, columns}, dim),
    ...complaintRows(state, around),
    ...airy,
    choice('begin'),
    choice('back'),
  ]
}
