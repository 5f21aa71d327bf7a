// Generated arguments, a few for every tool; the long variant of this file has more.
import { describeGeneratedCalls } from '../../../../../test/generated-calls.ts'

describeGeneratedCalls({ tool: 6, messages: 80 })
