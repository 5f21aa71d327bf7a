// Redirect rules: which of a link's destinations a visitor gets. The feature's public API.

export { agentOf } from './agents.ts'
export {
  type Choice,
  type CompiledRule,
  type CompiledRules,
  choose,
  compileRules,
  destinationsIn,
  failedCondition,
  shownRules,
  storedRules,
} from './rules.ts'
export { Visitor, type VisitorFacts } from './visitor.ts'
