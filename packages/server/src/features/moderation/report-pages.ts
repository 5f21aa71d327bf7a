// The page on which anyone can report a link or microsite, and its limits.
import { type AbuseReason, abuseReasons, Email, Refusal, text } from '@linnet/contract'
import { formPagePolicy, type ReportPage, renderReportPage } from '@linnet/pages'
import { pageResponse } from '../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../platform/operations/page.ts'
import { newId } from '../../platform/security/ids.ts'
import { anonymousKey, type RateLimiter, secondsLeft } from '../../platform/security/rate-limit.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { findReported, type ReportedNeeds, type ReportedTarget } from './reported.ts'
import type { ReportStore } from './store.ts'

export interface ReportPageNeeds extends ReportedNeeds {
  store: ReportStore
  limiter: RateLimiter
  /** The pseudonym under which an address is counted. It changes daily, so that nobody can be recognized by it later. */
  pseudonym(address: string): string
}

const perMinute = 5
const perDay = 30
// Of one target: more would tell administrators nothing new.
const mostOpen = 20

type Form = Extract<ReportPage, { kind: 'form' }>

const Details = text(1000)
const isReason = (word: string): word is AbuseReason => (abuseReasons as readonly string[]).includes(word)

export function reportPages(needs: ReportPageNeeds): PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/account/report',
      async answer(visit) {
        // Only our own addresses are shown, so that nobody can make this page say what they like.
        const found = await findReported(needs, visit.url.searchParams.get('address') ?? '')
        const address = found === null || found === 'blocked' ? '' : found.address
        return show(visit, { kind: 'form', address, reason: null, details: '', email: '', wrong: [] })
      },
    },
    {
      method: 'POST',
      path: '/account/report',
      async answer(visit) {
        const fields = await visit.form()
        const form = readForm(fields)
        const reporter = needs.pseudonym(visit.client.address)
        const verdict = await needs.limiter.take(anonymousKey(`report:${reporter}`), perMinute)
        if (!verdict.admitted) throw tooMany(secondsLeft(verdict))
        const found = await findReported(needs, form.address)
        const wrong = [...(found === null ? (['address'] as const) : []), ...form.wrong]
        if (wrong.length > 0 || form.reason === null) return show(visit, { ...form, wrong }, 422)
        if (found !== null && found !== 'blocked') await insertReport(needs, visit, { reporter, form, found })
        return show(visit, { kind: 'sent' })
      },
    },
  ]
}

function readForm(fields: ReadonlyMap<string, string>): Form {
  const details = (fields.get('details') ?? '').replaceAll('\r\n', '\n').trim()
  const email = (fields.get('email') ?? '').trim()
  const reason = fields.get('reason') ?? ''
  return {
    kind: 'form',
    address: (fields.get('address') ?? '').trim(),
    reason: isReason(reason) ? reason : null,
    details,
    email,
    wrong: [
      ...(isReason(reason) ? [] : (['reason'] as const)),
      ...(Details.safeParse(details).success ? [] : (['details'] as const)),
      ...(email === '' || Email.safeParse(email).success ? [] : (['email'] as const)),
    ],
  }
}

/** Inserts a report. A repeated one, or one too many about a target, gets the same thanks but is not stored. */
async function insertReport(
  { store }: ReportPageNeeds,
  { now }: PageVisit,
  { reporter, form, found }: { reporter: string; form: Form; found: ReportedTarget },
): Promise<void> {
  const { reason, details, email } = form
  const { ownerId, linkId, micrositeId, destinations } = found
  const row = {
    id: newId('rep', now),
    user_id: ownerId,
    link_id: linkId,
    microsite_id: micrositeId,
    destination: destinations?.[0] ?? null,
    other_destinations: destinations && JSON.stringify(destinations.slice(1)),
    reason: reason ?? 'other',
    details,
    email: email === '' ? null : email,
    reporter,
    created_at: unixSeconds(now),
    closed_at: null,
    outcome: null,
    closed_by: null,
    note: null,
  }
  await store.transaction(async (tx) => {
    await store.lock(tx, reporter)
    const { ofReporter, ofTarget } = await store.counts(tx, row)
    if (ofReporter >= perDay) throw tooMany(60 * 60)
    if (ofTarget < mostOpen) await store.insert(tx, row)
  })
}

function tooMany(seconds: number): Refusal {
  return new Refusal('rate_limited', 'Too many reports were sent from your network.', undefined, seconds)
}

function show(visit: PageVisit, page: ReportPage, status = 200): Response {
  return pageResponse(renderReportPage(page, visit.language), {
    status,
    language: visit.language,
    contentSecurityPolicy: formPagePolicy({}),
  })
}
