// A lot of generated input for every operation.
import { findingNoNames, generatedInput } from '../../../../test/generated/generated-input.ts'
import { onEachEngine } from '../../../../test/instance.ts'

// Most generated input is refused before it reaches the database, so fewer runs are enough on the slower engine.
const runs = { sqlite: { operation: 60, visits: 200 }, postgres: { operation: 25, visits: 200 } }
onEachEngine('generated input', (instance) => generatedInput(instance, runs), findingNoNames)
