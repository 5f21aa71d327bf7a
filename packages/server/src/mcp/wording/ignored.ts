// Sentences about the ignored arguments of a call, with the names that exist instead.
import type { Operation } from '@linnet/contract'
import { type UnknownField, unknownFields } from '../../platform/operations/unknown-fields.ts'
import { quoted } from './quoting.ts'

// Over all that is said of one call, which keeps it to some 1,200 characters.
const mostNames = 10
const longestName = 30

/** One kind of object in a call: who it belongs to, as the sentence on it begins, and what it knows. */
interface Unknown {
  subject: string
  known: string[]
  names: Set<string>
}

/** A line for each kind of object that held members which were ignored; none where everything was known. */
export function ignoredIn(
  operation: Operation,
  shape: Parameters<typeof unknownFields>[1],
  given: Record<string, unknown>,
): string[] {
  const found = new Map<string, Unknown>()
  for (const unknown of unknownFields(operation, shape, given)) {
    const subject = subjectOf(unknown, given)
    const one = found.get(subject) ?? { subject, known: unknown.known, names: new Set() }
    one.names.add(unknown.name)
    found.set(subject, one)
  }
  return [...found.values()].map(sentence(mostNames))
}

function subjectOf({ at }: UnknownField, { kind }: Record<string, unknown>): string {
  if (at.length === 0) return 'this tool has no argument'
  const names = at.filter((step) => typeof step === 'string').join('.')
  if (typeof at.at(-1) === 'number') return `the items of ${names} have no field`
  return `${names === 'data' ? kind : names} has no field`
}

/** Writes the sentences one after the other, with so many names in all of them. */
function sentence(most: number): (unknown: Unknown) => string {
  let left = most
  return ({ subject, known, names }) => {
    const shown = [...names].slice(0, left).map((name) => quoted(name, longestName))
    left -= shown.length
    const others = names.size - shown.length
    const listed = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')
    const has = subject.includes(' have ') ? 'They have' : 'It has'
    return `Ignored: ${subject} ${listed}. ${known.length > 0 ? `${has} ${known.join(', ')}` : 'It takes none'}.`
  }
}
