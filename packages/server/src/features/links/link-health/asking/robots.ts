// robots.txt (RFC 9309): which paths of a server may be asked for, in bounded time, whoever wrote it.

/** The rules of a server for us. Of all rules that match a path, the longest decides. */
export interface RobotsRules {
  rules: readonly RobotsRule[]
}

interface RobotsRule {
  allows: boolean
  pattern: string
}

export const allowsAll: RobotsRules = { rules: [] }
export const allowsNothing: RobotsRules = { rules: [{ allows: false, pattern: '/' }] }

// The time for matching grows with the product of both.
const mostRuleCharacters = 32 * 1024
const mostPathCharacters = 2048

/** The rules for a product token, or else those for everyone. Rules that are too long to apply forbid everything. */
export function parseRobots(text: string, token: string): RobotsRules {
  const ours: RobotsRule[] = []
  const everyones: RobotsRule[] = []
  let agents = new Set<string>()
  let isNamed = false
  let isNaming = false
  for (const [field, value] of fieldsIn(text)) {
    if (field === 'user-agent') {
      if (!isNaming) agents = new Set()
      isNaming = true
      agents.add(value.toLowerCase())
      isNamed ||= agents.has(token)
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      // An empty rule matches nothing.
      if (value === '') continue
      const rule = { allows: field === 'allow', pattern: normalized(value) }
      if (agents.has(token)) ours.push(rule)
      if (agents.has('*')) everyones.push(rule)
    }
  }
  const rules = isNamed ? ours : everyones
  const characters = rules.reduce((sum, { pattern }) => sum + pattern.length, 0)
  return characters > mostRuleCharacters ? allowsNothing : { rules }
}

/** Whether an address may be asked for; robots.txt itself always may. */
export function permits({ rules }: RobotsRules, url: URL): boolean {
  if (rules.length === 0) return true
  const path = normalized(url.pathname + url.search).slice(0, mostPathCharacters)
  let best: RobotsRule | null = null
  for (const rule of rules) {
    const isLonger = best === null || rule.pattern.length > best.pattern.length
    const isEqual = best !== null && rule.pattern.length === best.pattern.length
    if ((isLonger || (isEqual && rule.allows)) && matches(rule.pattern, path)) best = rule
  }
  return best?.allows ?? true
}

function* fieldsIn(text: string): Generator<[field: string, value: string]> {
  for (const line of text.split(/[\r\n]/)) {
    const end = line.indexOf('#')
    const content = end < 0 ? line : line.slice(0, end)
    const colon = content.indexOf(':')
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
  }
}

/** `*` stands for anything, and a `$` at the end for the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [start = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  let position = start.length
  for (const [index, part] of parts.entries()) {
    if (isAnchored && index === parts.length - 1)
      return path.length - part.length >= position && path.endsWith(part)
    const found = path.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return !isAnchored || position === path.length
}

/** The same for all ways to write a path: only what must be percent-encoded is. */
function normalized(path: string): string {
  return path
    .toWellFormed()
    .replace(/[\u0080-\uffff]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (encoded) => {
      const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
    })
}
