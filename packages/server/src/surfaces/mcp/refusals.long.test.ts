// Refusals to an agent, whatever field was poisoned and with whatever: not one word that was sent.
import { onEachEngine } from '../../../../../test/instance.ts'
import { describePoisonedTools } from '../../../../../test/poisoned-tools.ts'

describePoisonedTools(1, onEachEngine)
