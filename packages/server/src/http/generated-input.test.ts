// Some generated input for every operation; generated-input.long.test.ts has more.
import { findingNoNames, generatedInput } from '../../../../test/generated/generated-input.ts'
import { onEachEngine } from '../../../../test/instance.ts'

// Most generated input is refused before it reaches the database, so fewer runs are enough on the slower engine.
const runs = { sqlite: { operation: 8, visits: 40 }, postgres: { operation: 3, visits: 10 } }
onEachEngine('generated input', (instance) => generatedInput(instance, runs), findingNoNames)
