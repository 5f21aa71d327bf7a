// Keeps the caches of pages up to date: which pages an announced change concerns.
import type { PageName } from './page-cache.ts'

export interface ForgetfulCache {
  /** Forgets the page at a code, which is named by the topic of its changes. */
  forget(topic: string): void
  forgetWhere(fits: (page: PageName) => boolean): void
  forgetAll(): void
}

const ofCode = 'code:'

/** By what is before the topic's colon: whether a page is concerned, by the number after it. */
const concerned: Record<string, (page: PageName, number: number) => boolean> = {
  microsite: (page, number) => page.number === number,
  microsites: (page, number) => page.userId === number,
  account: (page, number) => page.userId === number,
}

/** Returns a listener for announcements. Topics that no page depends on cost next to nothing. */
export function forgetOnChanges(caches: readonly ForgetfulCache[]): (topic: string | null) => void {
  return (topic) => {
    if (topic === null) {
      for (const cache of caches) cache.forgetAll()
    } else if (topic.startsWith(ofCode)) {
      for (const cache of caches) cache.forget(topic)
    } else {
      const colon = topic.indexOf(':')
      const fits = concerned[topic.slice(0, colon)]
      const number = Number(topic.slice(colon + 1))
      if (fits) for (const cache of caches) cache.forgetWhere((page) => fits(page, number))
    }
  }
}
