// A visit of a link on its way through the checks.
import type { Clicks } from '../../clicks/index.ts'
import type { ChosenDestination, LinkTarget } from '../links/index.ts'
import { type Choice, Visitor, type VisitorFacts } from '../redirect-rules/index.ts'
import { isPrefetch, readForm, type Visit, type VisitorForm } from './visit.ts'

/** What the checks ask about a visit: of a request, or of a question about what would happen. */
export interface CheckedVisit {
  target: LinkTarget
  visitor: Visitor
  method: string
  /** Milliseconds. */
  now: number
}

export interface LinkVisit extends Visit, CheckedVisit {
  /** What the rules have chosen, once they were asked; null: the link's own destination. */
  choice: Choice<ChosenDestination> | null
  /** Whether the choice is the one that the visitor's form was shown with. */
  isAsShown: boolean
  /** The visitor's form, once a check has needed it. */
  form: VisitorForm | null
}

/** Reads a header or looks up an address only if a rule asks for it, and a header once, because reading one copies it. */
export class RequestFacts implements VisitorFacts {
  private knownUserAgent: string | null = null
  private knownReferer: string | null | undefined = undefined

  constructor(
    private readonly visit: Pick<Visit, 'request' | 'address' | 'query' | 'qr'>,
    private readonly clicks: Pick<Clicks, 'visitorOf'>,
    readonly now: number,
  ) {}

  get userAgent(): string {
    this.knownUserAgent ??= this.visit.request.headers.get('user-agent') ?? ''
    return this.knownUserAgent
  }

  get languages(): string | null {
    return this.visit.request.headers.get('accept-language')
  }

  get referer(): string | null {
    if (this.knownReferer === undefined) this.knownReferer = this.visit.request.headers.get('referer')
    return this.knownReferer
  }

  get query(): string {
    return this.visit.query
  }

  get scan(): boolean {
    return this.visit.qr
  }

  country(): string | null {
    return this.clicks.visitorOf(this.visit.address).country
  }

  pseudonym(): { high: number; low: number } {
    return this.clicks.visitorOf(this.visit.address)
  }
}

export function linkVisit(
  visit: Visit,
  target: LinkTarget,
  { clicks, now }: { clicks: Pick<Clicks, 'visitorOf'>; now: number },
): LinkVisit {
  const visitor = new Visitor(new RequestFacts(visit, clicks, now))
  // Field by field, because copying an object by its names costs more than most checks.
  return {
    incoming: visit.incoming,
    request: visit.request,
    method: visit.method,
    domainId: visit.domainId,
    code: visit.code,
    preview: visit.preview,
    below: visit.below,
    query: visit.query,
    qr: visit.qr,
    address: visit.address,
    requestId: visit.requestId,
    target,
    visitor,
    now,
    choice: null,
    isAsShown: true,
    form: null,
  }
}

/** Where a visit leads: to what the rules have chosen, or to the link's own destination. */
export function destinationOf({ target, choice }: Pick<LinkVisit, 'target' | 'choice'>): ChosenDestination {
  return choice ? choice.destination.extra : { location: target.location, suspicion: target.policy.suspicion }
}

export function isForm({ method }: Pick<Visit, 'method'>): boolean {
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
