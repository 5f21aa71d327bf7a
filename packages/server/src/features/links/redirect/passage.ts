// A visit on its way through the checks, and what may be asked of it.
import type { LinkTarget } from '../links/index.ts'
import { isPrefetch, readForm, type Visit, type VisitorForm } from './visit.ts'

export interface Passage extends Visit {
  target: LinkTarget
  now: number
  /** What the visitor's form says, once a check has needed it. */
  form: VisitorForm | null
}

export function isForm({ method }: Visit): boolean {
  return method === 'POST'
}

/** Somebody has asked for the destination, as opposed to a machine that wants to know the headers beforehand. */
export function isVisit({ method, request }: Visit): boolean {
  // Whoever has sent a form has asked, whatever else the headers claim.
  return method === 'POST' || (method !== 'HEAD' && !isPrefetch(request.headers))
}

export async function formOf(passage: Passage): Promise<VisitorForm> {
  passage.form ??= await readForm(passage.request)
  return passage.form
}
