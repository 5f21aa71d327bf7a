// Sorts the errors of a save by the rule that they are about.

/** Messages by the path within the rule, such as `when.country` or `to.1.long_url`. */
export type RuleErrors = Record<string, string>

/** By the ids of the rules, which were in this order when they were sent. */
export function ruleErrors(
  errors: Record<string, string>,
  rules: readonly { id: string }[],
): Map<string, RuleErrors> {
  const byRule = new Map<string, RuleErrors>()
  for (const [path, message] of Object.entries(errors)) {
    const [list, place, ...within] = path.split('.')
    const id = rules[Number(place)]?.id
    if (list !== 'rules' || id === undefined) continue
    byRule.set(id, { ...byRule.get(id), [within.join('.')]: message })
  }
  return byRule
}

/** The error at a path, or at a value within it, such as `when.country.0`. */
export function errorAt(errors: RuleErrors, path: string): string | undefined {
  const found = Object.keys(errors).find((key) => key === path || key.startsWith(`${path}.`))
  return found === undefined ? undefined : errors[found]
}
