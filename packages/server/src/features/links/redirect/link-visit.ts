// A visit of a link on its way through the checks.
import type { LinkTarget } from '../links/index.ts'
import { isPrefetch, readForm, type Visit, type VisitorForm } from './visit.ts'

export interface LinkVisit extends Visit {
  target: LinkTarget
  now: number
  /** The visitor's form, once a check has needed it. */
  form: VisitorForm | null
}

export function isForm({ method }: Visit): boolean {
  return method === 'POST'
}

/** Whether somebody asked for the destination, as opposed to a program that only wants the headers beforehand. */
export function isIntended({ method, request }: Visit): boolean {
  // A submitted form is a request for the destination, whatever the headers claim.
  return method === 'POST' || (method !== 'HEAD' && !isPrefetch(request.headers))
}

export async function formOf(visit: LinkVisit): Promise<VisitorForm> {
  visit.form ??= await readForm(visit.request)
  return visit.form
}
