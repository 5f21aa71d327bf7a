// No refusal to an agent repeats a word that was sent, whichever field is poisoned, and however.
import { onEachEngine } from '../../../../../test/instance.ts'
import { describePoisonedTools } from '../../../../../test/poisoned-tools.ts'

describePoisonedTools(1, onEachEngine)
