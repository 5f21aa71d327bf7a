// Everything below a microsite's slug: taps, unlocking, files to save, and the preview picture.
import { viewOf } from '@linnet/pages'
import type { IncomingRequest } from '../../../../http/incoming-request.ts'
import { notFound, wrongMethod } from '../../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../../platform/concurrency/bounded-cache.ts'
import type { Domains } from '../../../links/domains/index.ts'
import { hasQr, readForm } from '../../../links/redirect/index.ts'
import type { Shop } from '../../shop/index.ts'
import type { CachedPage, PageCache } from '../page-cache.ts'
import type { PreviewPictures } from '../preview-pictures.ts'
import { type ComponentAddress, type ComponentVisit, readAddress } from './address.ts'
import type { Save } from './downloads.ts'
import { followTap, noteTap, type TapNeeds } from './taps.ts'
import { askForPassword, type UnlockingNeeds, unlock } from './unlocking.ts'

export interface ComponentRouteNeeds extends UnlockingNeeds, TapNeeds {
  shop: Pick<Shop, 'shownItems'>
  /** A code as a domain stores it. */
  codeAt: Domains['codeAt']
  pages: PageCache
  pictures: PreviewPictures
  save: Save
}

const formType = 'application/x-www-form-urlencoded'
const previewPath = /^([A-Za-z0-9_-]{1,48})\/preview\.png$/

/** Answers a path below a code that is no microsite's. */
export type Otherwise = (request: IncomingRequest) => MaybePromise<Response>

/** Answers any path of several segments on a short domain. */
export function createComponentRoutes(
  needs: ComponentRouteNeeds,
): (request: IncomingRequest, otherwise: Otherwise) => MaybePromise<Response> {
  return (addressed, otherwise) => {
    const { domainId } = addressed
    const slug = previewPath.exec(addressed.path)?.[1]
    const address = slug === undefined ? readAddress(addressed.path) : { slug }
    if (!address) return otherwise(addressed)
    const answer = (page: CachedPage | undefined) => {
      if (!page) return otherwise(addressed)
      return 'id' in address
        ? answerAt(needs, addressed, address, page)
        : needs.pictures.answer(domainId, page.page.slug, addressed.request, addressed.requestId)
    }
    const page = needs.pages.find(domainId, needs.codeAt(domainId, address.slug))
    return page instanceof Promise ? page.then(answer) : answer(page)
  }
}

function answerAt(
  needs: ComponentRouteNeeds,
  { request, requestId, address, query }: IncomingRequest,
  { id, linkName, format }: ComponentAddress,
  cached: CachedPage,
): MaybePromise<Response> {
  const component = cached.page.components.find((one) => one.id === id)
  if (!component) return notFound(request, requestId)
  const visit = { request, requestId, address, qr: hasQr(query), cached, component, linkName }
  const isOpen = needs.locks.isOpen(component, new URLSearchParams(query).get('key'))
  if (request.method === 'POST' && format === null) return answerPost(needs, visit, isOpen)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return wrongMethod(request, requestId, format === null ? 'GET, HEAD, POST' : 'GET, HEAD')
  if (!isOpen) return askForPassword(needs, visit)
  if (format !== null) return needs.save(visit, format)
  return withTappedItem(needs, visit, (found) => followTap(found, false, needs))
}

/** Looks up the tapped item if needed: a visitor's page may show a leader that the cached page no longer has. */
function withTappedItem(
  { shop }: ComponentRouteNeeds,
  visit: ComponentVisit,
  answer: (found: ComponentVisit) => Response,
): MaybePromise<Response> {
  const { cached, component, linkName } = visit
  if (!viewOf(component.kind).showsLeaders || linkName === null || cached.items.has(linkName))
    return answer(visit)
  const items = shop.shownItems(cached.page.userId, [linkName])
  return items.then((items) => answer({ ...visit, cached: { ...cached, items } }))
}

function answerPost(
  needs: ComponentRouteNeeds,
  visit: ComponentVisit,
  isOpen: boolean,
): MaybePromise<Response> {
  const { request, requestId, linkName } = visit
  if (isBeacon(request))
    return isOpen
      ? withTappedItem(needs, visit, (found) => noteTap(found, needs.count))
      : notFound(request, requestId)
  if (isOpen && (request.headers.get('content-type') ?? '').startsWith(formType))
    return answerForm(needs, visit)
  if (linkName !== null) return wrongMethod(request, requestId, 'GET, HEAD')
  if (!isOpen) return unlock(needs, visit)
  return backToPage(visit)
}

/** The form of the caution page, whose visitor has seen the destination and continues. */
async function answerForm(needs: ComponentRouteNeeds, visit: ComponentVisit): Promise<Response> {
  const { onward } = await readForm(visit.request)
  if (onward) return await withTappedItem(needs, visit, (found) => followTap(found, true, needs))
  return visit.linkName === null
    ? backToPage(visit)
    : wrongMethod(visit.request, visit.requestId, 'GET, HEAD')
}

function backToPage({ cached }: ComponentVisit): Response {
  // The password was removed while the visitor typed it, so the page shows what it protected.
  return new Response(null, {
    status: 303,
    headers: {
      Location: `/${cached.page.slug}`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Whether it was sent by `navigator.sendBeacon` with a string, or nothing (Beacon, section 3.1). */
function isBeacon({ headers }: Request): boolean {
  const type = headers.get('content-type')
  return type === null ? Number(headers.get('content-length') ?? 0) === 0 : /^text\/plain\b/i.test(type)
}
