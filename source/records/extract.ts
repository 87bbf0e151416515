import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {citeOf, type Digest, type View} from './digest.ts'
import {heardIn} from './heard-label.ts'
import {keywordsOf, termsOf} from './keywords.ts'
import {type Lexicon, lexicons} from './lexicon.ts'
import {inline} from './markdown.ts'
import {type NumberedSpeech, nameIn, placeIn, type Reading} from './reading.ts'
import {sentencesOf} from './sentences.ts'

const MOST_EVIDENCE = 3
const MOST_LISTED = 8
const MOST_QUESTIONS = 6

/** Summary and outline without a model: sentences picked by literal signs, word for word, each with the speech it stands in. */
export function digestOfSentences(reading: Reading): Digest {
  const {words, meeting} = reading
  const lexicon = lexicons[meeting.lang]
  const sentences = reading.speeches.flatMap(speech => sentencesOf(speech.text).map(text => ({speech, text})))
  // Who opens has heard nobody, and cannot agree or object.
  const answers = sentences.filter(({speech}) => speech.place.phase !== 'opening')
  const saidOutright = (sign: RegExp) =>
    answers.filter(({text}) => sign.test(unquoted(text)) && !lexicon.supposed.test(unquoted(text))).slice(0, MOST_LISTED)
  return {
    note: noteOf(reading),
    agreementsHeading: words.agreementSentencesHeading,
    views: meeting.seats.map(seat => viewOf(reading, seat.id, lexicon)),
    agreements: saidOutright(lexicon.agrees).map(found =>
      fill(words.objectionAlone, {name: nameIn(reading, found.speech.who), text: shown(reading, found)}),
    ),
    disagreements: saidOutright(lexicon.objects).map(found => objection(reading, found)),
    open: questions(reading).map(found => shown(reading, found)),
    topics: roundsOf(reading, lexicon),
  }
}

type Found = {readonly speech: NumberedSpeech; readonly text: string}

const shown = (reading: Reading, {speech, text}: Found) =>
  fill(reading.words.quote, {quote: inline(text)}) + citeOf(reading, speech)

/** What somebody quotes they do not say themselves. */
const unquoted = (text: string) => text.replace(/「[^」]*」|『[^』]*』|“[^”]*”|"[^"]*"/gu, '')

function noteOf({meeting, words, state}: Reading): string {
  if (!meeting.recorder) return words.byExtract
  const gone = ofType(state.log, 'turn.skipped').some(event => event.who === 'recorder')
  return gone || state.outcome ? words.byExtractFailed : words.byExtractYet
}

function viewOf(reading: Reading, who: string, lexicon: Lexicon): View {
  const own = reading.speeches.filter(speech => speech.who === who)
  const opening = own.find(speech => speech.place.phase === 'opening') ?? own[0]
  const closing = own.findLast(speech => speech.place.phase === 'closing')
  const claim = opening && pick(reading, opening, lexicon)
  const others = own
    .flatMap(speech => sentencesOf(speech.text).map(text => ({speech, text})))
    .filter(found => found.text !== claim?.text && standsAlone(found.text, lexicon))
  const evidence = others.filter(found => lexicon.evidence.test(found.text)).slice(0, MOST_EVIDENCE)
  const frame = others.find(found => lexicon.frame.test(found.text) && !evidence.includes(found))
  const ending = closing && pick(reading, closing, lexicon)
  return {
    who,
    claim: claim && shown(reading, claim),
    evidence: evidence.map(found => shown(reading, found)),
    stance: claim && shown(reading, claim),
    frame: frame && shown(reading, frame),
    keywords: keywords(reading, own),
    closing: ending && shown(reading, ending),
  }
}

/**
 * The first sentence that takes a stand and stands well alone; else the one that takes up most of the topic. One that repeats the
 * topic whole introduces the matter more often than it says something about it.
 */
function pick({meeting}: Reading, speech: NumberedSpeech, lexicon: Lexicon): Found | undefined {
  const all = sentencesOf(speech.text)
  const alone = all.filter(text => standsAlone(text, lexicon))
  const own = alone.filter(text => !text.includes(meeting.topic))
  const terms = termsOf(meeting.topic, meeting.lang)
  const near = (text: string) => terms.filter(term => text.toLowerCase().includes(term)).length
  const nearest = own.reduce<string | undefined>(
    (best, one) => (best === undefined || near(one) > near(best) ? one : best),
    undefined,
  )
  const text = own.find(one => lexicon.stance.test(one)) ?? nearest ?? alone[0] ?? all[0]
  return text === undefined ? undefined : {speech, text}
}

const standsAlone = (text: string, {length: [least, most]}: Lexicon) =>
  text.length >= least && text.length <= most && !asks(text) && unquoted(text) === text
const asks = (text: string) => /[？?]["'”’」』）)\]】]*$/u.test(text)

function keywords(reading: Reading, own: readonly NumberedSpeech[]): string | undefined {
  const {meeting} = reading
  const {commonplace} = lexicons[meeting.lang]
  const common = [meeting.topic, ...meeting.seats.map(seat => seat.name), ...commonplace].filter(text => text !== '')
  const text = common.reduce((rest, one) => rest.replaceAll(one, '\n'), own.map(speech => speech.text).join('\n'))
  const found = keywordsOf(text, meeting.lang)
  if (found.length === 0) return undefined
  const sources = own.filter(speech => found.some(word => speech.text.includes(word)))
  return found.map(inline).join(reading.words.listComma) + sources.map(speech => citeOf(reading, speech)).join('')
}

/** Whom an objection answers: the speech its speaker was handed. */
function objection(reading: Reading, found: Found): string {
  const {words, state} = reading
  const event = state.log[found.speech.seq - 1]
  const what = event?.type === 'turn.finished' ? heardIn(reading, event) : ''
  const slots = {name: nameIn(reading, found.speech.who), what, text: shown(reading, found)}
  return fill(what === '' ? words.objectionAlone : words.objection, slots)
}

/** What was still asked at the end: in the closing and in the last round before it. */
function questions(reading: Reading): readonly Found[] {
  const lastRound = Math.max(0, ...reading.speeches.map(speech => speech.place.round))
  return reading.speeches
    .filter(({place}) => place.phase === 'closing' || place.round === lastRound)
    .flatMap(speech => sentencesOf(speech.text).map(text => ({speech, text})))
    .filter(found => asks(found.text))
    .slice(-MOST_QUESTIONS)
}

/** Without a model nobody names topics, so the discussion is outlined by its rounds. */
function roundsOf(reading: Reading, lexicon: Lexicon): Digest['topics'] {
  const {words} = reading
  const rounds = [...new Set(reading.speeches.map(speech => speech.place.round))].filter(round => round > 0)
  return rounds.map((round, index) => {
    const spoken = reading.speeches.filter(speech => speech.place.round === round)
    const title = placeIn(reading, {phase: 'discussion', round})
    return {
      heading: fill(words.topic, {n: index + 1, title}),
      replies: spoken.flatMap(speech => {
        const found = pick(reading, speech, lexicon)
        return found ? [fill(words.reply, {name: nameIn(reading, speech.who), text: shown(reading, found)})] : []
      }),
    }
  })
}
