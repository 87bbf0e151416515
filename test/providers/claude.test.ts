import {claude, makeClaude} from '../../source/providers/claude.ts'
import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import {contractOf} from './cli/contract-of.ts'

const session = '11111111-2222-4333-8444-555555555555'

contractOf('claude, a call a turn', {
  id: 'claude',
  dialect: 'claude',
  session,
  make: world => makeCliProvider(claude, world),
})
contractOf('claude, kept alive', {id: 'claude', dialect: 'claude', session, live: true, make: makeClaude})
