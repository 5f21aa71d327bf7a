// What else the owner of a stolen password can end on the page that replaces it.
import type { Ends } from '@linnet/pages'

export type End = keyof Ends

/** The default: a passkey signs in like a password, and nobody else needs it. */
export const usualEnds: Ends = { passkeys: true, keys: false, applications: false, webhooks: false }

const all = Object.keys(usualEnds) as End[]

/** What the form chooses; a form without the choices gets the default. */
export function endsIn(form: ReadonlyMap<string, string>): Ends {
  if (!form.has('ends')) return usualEnds
  return Object.fromEntries(all.map((end) => [end, form.has(`end_${end}`)])) as unknown as Ends
}

export const chosen = (ends: Ends): End[] => all.filter((end) => ends[end])
