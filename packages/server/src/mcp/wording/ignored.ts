// Sentences about the ignored arguments of a call, with the names that exist instead.
import type { Operation } from '@linnet/contract'
import { type UnknownField, unknownFields } from '../../platform/operations/unknown-fields.ts'
import { quoted } from './quoting.ts'

// For all sentences of a call together, which limits them to some 1,200 characters.
const mostNames = 10
const longestName = 30

/** The unknown arguments of one kind of object in a call: the beginning of their sentence, and the known names. */
interface UnknownArguments {
  subject: string
  known: string[]
  names: Set<string>
}

/** A line for each kind of object with ignored fields; none if all were known. */
export function ignoredIn(
  operation: Operation,
  shape: Parameters<typeof unknownFields>[1],
  given: Record<string, unknown>,
): string[] {
  const found = new Map<string, UnknownArguments>()
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

/** Writes the sentences one after another, with at most this many names in all of them. */
function sentence(most: number): (unknown: UnknownArguments) => string {
  let left = most
  return ({ subject, known, names }) => {
    const shown = [...names].slice(0, left).map((name) => quoted(name, longestName))
    left -= shown.length
    const others = names.size - shown.length
    const joined = [...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')
    const has = subject.includes(' have ') ? 'They have' : 'It has'
    return `Ignored: ${subject} ${joined}. ${known.length > 0 ? `${has} ${known.join(', ')}` : 'It takes none'}.`
  }
}
