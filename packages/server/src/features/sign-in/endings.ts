// What else is ended with a password that was stolen, as its owner chooses on the page that replaces it.
import type { Ends } from '@linnet/pages'

export type End = keyof Ends

const all: readonly End[] = ['passkeys', 'keys', 'applications', 'webhooks']

/** What is chosen at first: a passkey signs in like a password, and is needed by nobody else. */
export const usualEnds: Ends = { passkeys: true, keys: false, applications: false, webhooks: false }

/** What the form chooses; one that does not ask chooses the usual. */
export function endsIn(form: ReadonlyMap<string, string>): Ends {
  if (!form.has('ends')) return usualEnds
  return Object.fromEntries(all.map((end) => [end, form.has(`end_${end}`)])) as unknown as Ends
}

export const chosen = (ends: Ends): End[] => all.filter((end) => ends[end])
