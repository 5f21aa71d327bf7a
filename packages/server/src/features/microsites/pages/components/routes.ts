// Everything below a microsite's slug: taps, unlocking, files to save, and the picture that is shown where it is shared.
import { notFound, wrongMethod } from '../../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../../platform/concurrency/bounded-cache.ts'
import { type AddressedRequest, hasQr, readForm } from '../../../links/redirect/index.ts'
import type { Shop } from '../../shop/index.ts'
import type { KnownPage, KnownPages } from '../page-cache.ts'
import type { PreviewPictures } from '../preview-pictures.ts'
import { type Asked, type ComponentAddress, readAddress } from './address.ts'
import type { Save } from './downloads.ts'
import { type LeadingNeeds, leadOn, noteTap } from './taps.ts'
import { askForPassword, type UnlockingNeeds, unlock } from './unlocking.ts'

export interface BelowNeeds extends UnlockingNeeds, LeadingNeeds {
  shop: Pick<Shop, 'shownItems'>
  known: KnownPages
  pictures: PreviewPictures
  save: Save
}

const formType = 'application/x-www-form-urlencoded'
const previewPath = /^([A-Za-z0-9_-]{1,48})\/preview\.png$/

/** Answers a path of several segments on the default domain, whatever it is. */
export function createBelow(needs: BelowNeeds): (asked: AddressedRequest) => MaybePromise<Response> {
  function answer(asked: AddressedRequest): MaybePromise<Response> {
    const { request, requestId, path } = asked
    const slug = previewPath.exec(path)?.[1]
    if (slug !== undefined) return needs.pictures.answer(slug, request, requestId)
    const at = readAddress(path)
    const known = at ? needs.known.find(at.slug) : undefined
    if (known instanceof Promise) return known.then((found) => answerOf(asked, at, found))
    return answerOf(asked, at, known)
  }

  function answerOf(
    { request, requestId, address, query }: AddressedRequest,
    at: ComponentAddress | null,
    known: KnownPage | undefined,
  ): MaybePromise<Response> {
    const component = at ? known?.page.components.find(({ id }) => id === at.id) : undefined
    if (!at || !known || !component) return notFound(request, requestId)
    const { part, format } = at
    const asked: Asked = { request, requestId, address, qr: hasQr(query), known, component, part }
    const isOpen = needs.locks.isOpen(component, new URLSearchParams(query).get('key'))
    if (request.method === 'POST' && format === null) return answerPost(asked, isOpen)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, format === null ? 'GET, HEAD, POST' : 'GET, HEAD')
    if (!isOpen) return askForPassword(needs, asked)
    if (format !== null) return needs.save(asked, format)
    return onceFound(asked, (found) => leadOn(found, false, needs))
  }

  /** Any item of the account may have been among the leaders of a page that a visitor has before them. */
  function onceFound(asked: Asked, answer: (found: Asked) => Response): MaybePromise<Response> {
    const { known, component, part } = asked
    if (component.kind !== 'SHOP_LEADERBOARD' || part === null || known.items.has(part)) return answer(asked)
    const items = needs.shop.shownItems(known.page.userId, [part])
    return items.then((items) => answer({ ...asked, known: { ...known, items } }))
  }

  function answerPost(asked: Asked, isOpen: boolean): MaybePromise<Response> {
    const { request, requestId, part } = asked
    if (isBeacon(request))
      return isOpen
        ? onceFound(asked, (found) => noteTap(found, needs.count, needs.origin))
        : notFound(request, requestId)
    if (isOpen && (request.headers.get('content-type') ?? '').startsWith(formType)) return answerForm(asked)
    if (part !== null) return wrongMethod(request, requestId, 'GET, HEAD')
    if (!isOpen) return unlock(needs, asked)
    return backToPage(asked)
  }

  /** Somebody who was shown where a tap leads goes on. */
  async function answerForm(asked: Asked): Promise<Response> {
    const { onward } = await readForm(asked.request)
    if (onward) return await onceFound(asked, (found) => leadOn(found, true, needs))
    return asked.part === null ? backToPage(asked) : wrongMethod(asked.request, asked.requestId, 'GET, HEAD')
  }

  function backToPage({ known, requestId }: Asked): Response {
    // The password was taken away while the visitor typed it: what it was in front of stands in the page.
    return new Response(null, {
      status: 303,
      headers: {
        Location: `/${known.page.slug}`,
        'Cache-Control': 'private, no-store',
        'X-Request-Id': requestId,
      },
    })
  }

  return answer
}

/** As `navigator.sendBeacon` sends a text, or nothing (Beacon, section 3.1). */
function isBeacon({ headers }: Request): boolean {
  const type = headers.get('content-type')
  return type === null ? Number(headers.get('content-length') ?? 0) === 0 : /^text\/plain\b/i.test(type)
}
