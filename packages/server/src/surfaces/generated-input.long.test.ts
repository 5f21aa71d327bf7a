// Generated input, much for every operation.
import { findingNoNames, generatedInput } from '../../../../test/generated-input.ts'
import { onEachEngine } from '../../../../test/instance.ts'

// Most of what is generated is refused before any database is asked, so fewer times are enough on the slower engine.
const runs = { sqlite: { operation: 60, visits: 200 }, postgres: { operation: 25, visits: 200 } }
onEachEngine('generated input', (instance) => generatedInput(instance, runs), findingNoNames)
