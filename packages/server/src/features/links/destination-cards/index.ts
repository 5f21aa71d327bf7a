// Cards of destinations: what a page says about itself, read once for the card of a link. The feature's public API.
import { AccountScheduler } from '../../../platform/concurrency/account-scheduler.ts'
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import { readCard } from './reading.ts'

/** Keeps pictures as images of an account. */
export interface PictureStore {
  /** Re-encodes and stores a picture; refuses what is none, and more than the account may have. */
  keep(userId: number, content: Uint8Array, title: string, now: number): Promise<{ id: string; path: string }>
  /** Deletes a picture that is not used after all. */
  discard(userId: number, id: string, now: number): Promise<void>
}

export interface FetchedCard {
  title: string | null
  description: string | null
  /** An image of the account, made for this card. */
  image: { id: string; path: string } | null
}

export interface WantedCard {
  userId: number
  address: string
  /** False if the card has another picture already. */
  wantsPicture: boolean
  /** Milliseconds. */
  now: number
}

export interface DestinationCards {
  /**
   * Reads the card of a page within a few seconds; null if there is none, or not in time. Never refuses, because a link is made
   * without a card, too.
   */
  read(wanted: WantedCard): Promise<FetchedCard | null>
  /** Deletes the picture of a card that no link has taken. */
  discard(userId: number, card: FetchedCard, now: number): Promise<void>
}

export interface DestinationCardNeeds {
  outgoing: Pick<Outgoing, 'request'>
  pictures: PictureStore
  /** For tests. */
  limits?: { milliseconds: number; requestMilliseconds: number }
}

const mostAtOnce = 16
const storingMilliseconds = 20_000
const usualLimits = { milliseconds: 8000, requestMilliseconds: 4000 }

/** An account reads one card after the other, so that many slow pages of one don't hold up others. */
export function createDestinationCards({
  outgoing,
  pictures,
  limits = usualLimits,
}: DestinationCardNeeds): DestinationCards {
  const scheduler = new AccountScheduler(mostAtOnce)
  const turns = new KeyedMutex()

  async function readNow({ userId, address, wantsPicture, now }: WantedCard, signal: AbortSignal) {
    if (signal.aborted) return null
    const timeoutMilliseconds = limits.requestMilliseconds
    const card = await readCard({ outgoing }, address, { wantsPicture, signal, timeoutMilliseconds })
    if (!card) return null
    const { title, description, picture } = card
    const image =
      picture && !signal.aborted
        ? await pictures.keep(userId, picture, new URL(address).hostname, now).catch(() => null)
        : null
    return title || description || image ? { title, description, image } : null
  }

  return {
    async read(wanted) {
      const { userId } = wanted
      // The signal ends it before; only storing a picture that has arrived may take longer.
      const deadline = performance.now() + limits.milliseconds + storingMilliseconds
      const signal = AbortSignal.timeout(limits.milliseconds)
      return await turns
        .take(String(userId), () =>
          scheduler.take({ account: userId, deadline }, () => readNow(wanted, signal)),
        )
        .catch(() => null)
    },
    async discard(userId, { image }, now) {
      if (image) await pictures.discard(userId, image.id, now)
    },
  }
}
