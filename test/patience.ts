// How long tests wait for what should happen at once. Every deadline is here, and generous: each is for what hangs, and a
// busy machine must not look like that.

/** What a test has, and each of its hooks. */
export const testMilliseconds = 120_000
/** What a step in a page has. Less than the test, so that a page that hangs can be shown before its test ends. */
export const pageMilliseconds = 45_000
/** What it has to be shown, as it may hang in that as well. */
export const pictureMilliseconds = 5_000
/** How long one thing is waited for. */
export const waitMilliseconds = 60_000
/** What a server hears of another has: it would find out by itself after half a minute, which must not look like hearing. */
export const newsMilliseconds = 20_000
/** What builds programs, installs them or goes on for minutes by its nature. */
export const longMilliseconds = 900_000

type Nothing = false | undefined | null
/** Looks again and again until there is something, and gives it; `what` says in the error what did not happen. */
export async function until<Found>(
  what: string | (() => string),
  look: () => Found | Nothing | Promise<Found | Nothing>,
  milliseconds = waitMilliseconds,
): Promise<Found> {
  for (const end = Date.now() + milliseconds; ; await Bun.sleep(10)) {
    const found = await look()
    if (found !== false && found !== undefined && found !== null) return found
    if (Date.now() > end)
      throw new Error(
        `waited ${milliseconds / 1000} seconds in vain: ${typeof what === 'string' ? what : what()}`,
      )
  }
}
