// What else a user whose password was stolen can end while choosing a new one.
import type { Ends } from '@linnet/pages'

export type End = keyof Ends

/** By default only passkeys: a passkey signs in like a password, and nobody else needs it. */
export const defaultEnds: Ends = { passkeys: true, keys: false, applications: false, webhooks: false }

const allEnds = Object.keys(defaultEnds) as End[]

/** The choices in a form; a form without them gets the default. */
export function readEnds(form: ReadonlyMap<string, string>): Ends {
  if (!form.has('ends')) return defaultEnds
  return Object.fromEntries(allEnds.map((end) => [end, form.has(`end_${end}`)])) as unknown as Ends
}

export const chosenEnds = (ends: Ends): End[] => allEnds.filter((end) => ends[end])
