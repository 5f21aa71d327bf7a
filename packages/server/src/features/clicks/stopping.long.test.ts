// A server that is stopped under load repeatedly, by either signal: every answered click counts exactly once.
import { afterEach, test } from 'bun:test'
import { engines } from '../../../../../test/databases.ts'
import { endAll } from '../../../../../test/machine/program.ts'
import { stoppedUnderLoad } from '../../../../../test/machine/stopping.ts'

afterEach(endAll)

test.each([...engines])(
  'on %s, a server stopped under load twice exits with code 0 each time and loses nothing',
  (engine) => stoppedUnderLoad(engine, ['SIGTERM', 'SIGINT']),
)
