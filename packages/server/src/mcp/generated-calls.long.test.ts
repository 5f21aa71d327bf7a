// Many calls of every tool with generated arguments.
import { describeGeneratedCalls } from '../../../../test/generated/generated-calls.ts'

describeGeneratedCalls({ tool: 25, messages: 500 })
