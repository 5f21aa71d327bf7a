// The card of a link with what its destination says about itself, where the request gives nothing else.
import type { Link } from '@linnet/contract'
import type { DestinationCards } from '../../destination-cards/index.ts'
import { readPreview, storedCard } from '../settings.ts'

export interface CardRequest {
  userId: number
  address: string
  /** The card that the request gives, as it is stored; null or undefined: none. */
  given: string | null | undefined
  now: number
}

/**
 * Runs `work` with the card to store: what is given, and the rest from the destination; only what is given if that says nothing.
 * The picture is deleted again if the link of the answer hasn't got it.
 */
export async function withFetchedCard<Answer extends { data: Link }>(
  cards: DestinationCards,
  { userId, address, given, now }: CardRequest,
  work: (preview: string | null | undefined) => Promise<Answer>,
): Promise<Answer> {
  const own = readPreview(given ?? null)
  const fetched = await cards.read({ userId, address, wantsPicture: !own?.image, now })
  if (!fetched) return await work(given)
  let isUsed = false
  try {
    const picture = own?.image ? own : { image: fetched.image?.id ?? null, path: fetched.image?.path ?? null }
    const title = own?.title ?? fetched.title
    const description = own?.description ?? fetched.description
    const answer = await work(storedCard({ title, description, image: picture.image, path: picture.path }))
    isUsed = answer.data.preview?.image === fetched.image?.id
    return answer
  } finally {
    if (!isUsed) await cards.discard(userId, fetched, now)
  }
}
