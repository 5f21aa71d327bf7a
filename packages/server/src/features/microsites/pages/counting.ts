// Counts views and taps in the click journal, each once, and only if a person asked rather than a prefetch.
import { type ClickSubject, type Clicks, subjectNumber } from '../../clicks/index.ts'
import { isPrefetch } from '../../links/redirect/index.ts'

export interface Visitor {
  request: Request
  address: string
  qr: boolean
}

export type Count = (visitor: Visitor, what: { kind: ClickSubject; number: number; userId: number }) => void

export function createCounting(clicks: Pick<Clicks, 'record'>): Count {
  return ({ request, address, qr }, { kind, number, userId }) => {
    const { method, headers } = request
    if (method === 'HEAD' || isPrefetch(headers)) return
    clicks.record({
      linkId: subjectNumber(kind, number),
      userId,
      address,
      userAgent: headers.get('user-agent') ?? '',
      referer: headers.get('referer'),
      qr,
    })
  }
}
