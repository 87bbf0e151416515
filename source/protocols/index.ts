import type {Protocol} from '../core/steps.ts'
import {board} from './board.ts'
import {council} from './council.ts'
import {review} from './review.ts'
import {roundtable} from './roundtable.ts'

/** Older versions stay registered, so that a paused meeting survives an upgrade. */
export const protocols: readonly Protocol[] = [roundtable, board, review, council]

export const protocolOf = (id: string, version?: number): Protocol | undefined =>
  protocols.findLast(protocol => protocol.id === id && (version === undefined || protocol.version === version))
