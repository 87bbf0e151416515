import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import type {CliAgent} from '../../source/providers/cli/reading.ts'
import {codex} from '../../source/providers/codex.ts'
import {cursor} from '../../source/providers/cursor.ts'
import {gemini} from '../../source/providers/gemini.ts'
import {opencode} from '../../source/providers/opencode.ts'
import {qoder} from '../../source/providers/qoder.ts'
import {qwen} from '../../source/providers/qwen.ts'
import {contractOf} from './cli/contract-of.ts'

const uuid = '11111111-2222-4333-8444-555555555555'

/** `without`: what the agent's own protocol cannot say. */
const subjects: readonly {
  readonly agent: CliAgent
  readonly dialect: string
  readonly session?: string
  readonly without?: readonly string[]
}[] = [
  {agent: codex, dialect: 'codex'},
  {agent: gemini, dialect: 'gemini', without: ['again', 'full', 'thinking']},
  {agent: opencode, dialect: 'opencode', session: 'ses_dd23b9a41ffelSRm42jAVXcG5g', without: ['full']},
  {agent: qwen, dialect: 'qwen'},
  {agent: qoder, dialect: 'qwen', without: ['bare prompt']},
  {agent: cursor, dialect: 'cursor', without: ['again', 'thinking', 'usage', 'bare prompt']},
]

for (const {agent, dialect, session = uuid, without = []} of subjects) {
  contractOf(`${agent.id}, a call a turn`, {
    id: agent.id,
    dialect,
    session,
    without,
    make: world => makeCliProvider(agent, world),
  })
}
