import {boardOptions, moderatorOf} from '../core/board.ts'
import {parseDecision, parseSummary} from '../core/board-data.ts'
import {roundBegan, toCondense, unheardAtBoard, wordsOfRound} from '../core/board-history.ts'
import type {Meeting, Seat} from '../core/events.ts'
import type {Turn} from '../core/steps.ts'
import {condensePrompt, decisionPrompt, openingPrompt, type Position, speechPrompt, summaryPrompt} from './board-prompts.ts'

/** The turns of a board. None of them stops the meeting: who fails is left out, and the flow sees to it when nobody is left. */
const now = Number.POSITIVE_INFINITY

export function openingTurn(meeting: Meeting, at: Position): Turn {
  const who = moderatorOf(meeting)?.id ?? ''
  const limits = meeting.lang === 'zh' ? {min: 100, max: 300} : {min: 60, max: 160}
  return {
    key: `opening:${who}`,
    who,
    ask: {
      stage: 'opening',
      round: 0,
      limits,
      hear: state => unheardAtBoard(state, who, {wordsBefore: now, fresh: false}),
      prompt: view => openingPrompt(view, at, limits),
      onFailure: 'skip',
    },
  }
}

/** Hears what was said before the round; where the experts speak in turn, those who spoke before in it as well. */
export function speechTurn(meeting: Meeting, seat: Seat, part: string, at: Position, fresh: boolean): Turn {
  const limits = meeting.lang === 'zh' ? {min: 120, max: 400} : {min: 70, max: 220}
  return {
    key: `${part}:${seat.id}`,
    who: seat.id,
    ask: {
      stage: 'response',
      round: at.round,
      limits,
      // Who speaks together is prompted before any of them speaks: then there is nothing of this round to be heard.
      hear: (state, who) => unheardAtBoard(state, who, {wordsBefore: roundBegan(state), fresh}),
      prompt: view => speechPrompt(view, at, limits),
      onFailure: 'skip',
      ...(fresh ? {fresh} : {}),
    },
  }
}

/** Hears the round, and the person's words: those the experts answered, and those said since. */
export function summaryTurn(meeting: Meeting, at: Position, fresh: boolean): Turn {
  const who = moderatorOf(meeting)?.id ?? ''
  const limits = meeting.lang === 'zh' ? {min: 80, max: 300} : {min: 50, max: 180}
  return {
    key: `summary-${at.round}`,
    who,
    ask: {
      stage: 'summary',
      round: at.round,
      limits,
      hear: state => {
        const news = unheardAtBoard(state, who, {wordsBefore: now, fresh})
        return [...wordsOfRound(state, at.round).filter(seq => !news.includes(seq)), ...news]
      },
      prompt: view => summaryPrompt(view, at, limits),
      parse: parseSummary,
      onFailure: 'skip',
      ...(fresh ? {fresh} : {}),
    },
  }
}

/** A shorter text for the prompts, from everything that is not condensed yet. Its session is not gone on with. */
export function condenseTurn(meeting: Meeting, at: Position): Turn {
  const who = moderatorOf(meeting)?.id ?? ''
  // A token is about a character of Chinese and three quarters of an English word.
  const size = Math.round(boardOptions(meeting).threshold / (meeting.lang === 'zh' ? 3 : 4))
  const limits = {min: 0, max: Math.min(2000, Math.max(200, size))}
  return {
    key: `condense-${at.round}`,
    who,
    ask: {
      stage: 'condense',
      round: at.round,
      limits,
      hear: toCondense,
      prompt: view => condensePrompt(view, at, limits),
      onFailure: 'skip',
      fresh: true,
    },
  }
}

/** `closes`: the person has asked for the end already. `key` changes when it is asked for again. */
export function decisionTurn(meeting: Meeting, key: string, at: Position, how: {fresh: boolean; closes: boolean}): Turn {
  const who = moderatorOf(meeting)?.id ?? ''
  const limits = meeting.lang === 'zh' ? {min: 200, max: 800} : {min: 120, max: 450}
  return {
    key,
    who,
    ask: {
      stage: 'decision',
      round: 0,
      limits,
      hear: state => unheardAtBoard(state, who, {wordsBefore: now, fresh: how.fresh}),
      prompt: view => decisionPrompt(view, at, limits),
      parse: text => parseDecision(text, meeting),
      onFailure: 'skip',
      ...(how.fresh ? {fresh: true} : {}),
      ...(how.closes ? {closes: true} : {}),
    },
  }
}
