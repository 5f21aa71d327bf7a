// Generated input, a little for every operation; the long variant of this file has more.
import { findingNoNames, generatedInput } from '../../../../test/generated-input.ts'
import { onEachEngine } from '../../../../test/instance.ts'

// Most of what is generated is refused before any database is asked, so fewer times are enough on the slower engine.
const runs = { sqlite: { operation: 8, visits: 40 }, postgres: { operation: 3, visits: 10 } }
onEachEngine('generated input', (instance) => generatedInput(instance, runs), findingNoNames)
