// No refusal to an agent repeats any input, whichever field is poisoned, and however.

import { describePoisonedTools } from '../../../../test/generated/poisoned-tools.ts'
import { onEachEngine } from '../../../../test/instance.ts'

describePoisonedTools(1, onEachEngine)
