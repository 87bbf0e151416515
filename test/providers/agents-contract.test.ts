import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import type {CliAgent} from '../../source/providers/cli/reading.ts'
import {codex} from '../../source/providers/codex.ts'
import {cursor} from '../../source/providers/cursor.ts'
import {gemini} from '../../source/providers/gemini.ts'
import {hermes} from '../../source/providers/hermes.ts'
import {opencode} from '../../source/providers/opencode.ts'
import {qoder} from '../../source/providers/qoder.ts'
import {qwen} from '../../source/providers/qwen.ts'
import {contractOf, type Without} from './cli/contract-of.ts'

const uuid = '11111111-2222-4333-8444-555555555555'

const persona = 'takes no system prompt, so the persona stands before the first prompt'

const subjects: readonly {
  readonly agent: CliAgent
  readonly dialect: string
  readonly session?: string
  readonly without?: Without
}[] = [
  {agent: codex, dialect: 'codex'},
  {
    agent: gemini,
    dialect: 'gemini',
    without: {
      again: 'prints nothing when it begins anew',
      full: 'prints pieces only',
      thinking: 'prints none of it',
    },
  },
  {agent: opencode, dialect: 'opencode', session: 'ses_dd23b9a41ffelSRm42jAVXcG5g', without: {full: 'prints pieces only'}},
  {agent: qwen, dialect: 'qwen'},
  {agent: qoder, dialect: 'qwen', without: {'bare prompt': persona}},
  {
    agent: cursor,
    dialect: 'cursor',
    without: {again: 'documents no sign of beginning anew', usage: 'documents no counts', 'bare prompt': persona},
  },
  {
    agent: hermes,
    dialect: 'hermes',
    session: '20261201_ab12cd34',
    without: {
      again: 'prints its answer once, and pieces that run over what came before are text',
      'bare prompt': persona,
      'cut at a clean exit': 'plain text has no final event but the clean exit',
      'exit after the end': 'plain text has no final event but the clean exit',
      full: 'prints its answer once',
      glued: 'prints no objects; a line that looks like some is text',
      'hang after the end': 'until it exits, its answer may go on: it stalls instead',
      noise: 'everything it prints is the answer, but for the line of its session',
      usage: 'prints no counts',
    },
  },
]

for (const {agent, dialect, session = uuid, without = {}} of subjects) {
  contractOf(`${agent.id}, a call a turn`, {
    id: agent.id,
    dialect,
    session,
    without,
    make: world => makeCliProvider(agent, world),
  })
}
