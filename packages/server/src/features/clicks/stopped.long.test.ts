// A server that is stopped under load again and again, by either signal: every answered click counts exactly once.
import { afterEach, test } from 'bun:test'
import { engines } from '../../../../../test/databases.ts'
import { endAll } from '../../../../../test/program.ts'
import { stoppedUnderLoad } from '../../../../../test/stopping.ts'

afterEach(endAll)

test.each([...engines])(
  'on %s, told to stop under load twice, it ends with code 0 each time and has lost nothing',
  (engine) => stoppedUnderLoad(engine, ['SIGTERM', 'SIGINT']),
)
