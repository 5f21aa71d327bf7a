// Generated input, much for every operation.
import { describeGeneratedInput } from '../../../../test/generated-input.ts'

// Most of what is generated is refused before any database is asked, so fewer times are enough on the slower engine.
describeGeneratedInput({ sqlite: { operation: 60, visits: 200 }, postgres: { operation: 25, visits: 200 } })
