// Generated arguments, many for every tool.
import { describeGeneratedCalls } from '../../../../../test/generated-calls.ts'

describeGeneratedCalls({ tool: 25, messages: 500 })
