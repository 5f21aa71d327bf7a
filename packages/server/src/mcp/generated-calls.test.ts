// A few calls of every tool with generated arguments; generated-calls.long.test.ts makes more.
import { describeGeneratedCalls } from '../../../../test/generated/generated-calls.ts'

describeGeneratedCalls({ tool: 6, messages: 80 })
