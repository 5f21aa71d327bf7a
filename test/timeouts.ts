// The timeouts of the tests. They only have to catch hangs, and are generous so that a busy machine doesn't look like one:
// Linnet's threads have a low priority, so next to busy loops they get a fiftieth of a core.

/** For a test, and for each of its hooks. */
export const testMilliseconds = 300_000
/** For a step in a browser page. Shorter than a test's, which leaves time to record a page that hangs. */
export const pageMilliseconds = 90_000
/** For recording a page, which can hang too. */
export const pictureMilliseconds = 10_000
/** For one condition to come true. */
export const waitMilliseconds = 200_000
/** For a change to reach another server. By polling alone it would take 30 seconds, so a longer wait would prove nothing. */
export const notificationMilliseconds = 20_000
/** For builds, installations and tests that take minutes. */
export const longMilliseconds = 900_000

type Nothing = false | undefined | null
/** Polls until `poll` returns something, and returns that; the error says `what` was expected. */
export async function until<Found>(
  what: string | (() => string),
  poll: () => Found | Nothing | Promise<Found | Nothing>,
  milliseconds = waitMilliseconds,
): Promise<Found> {
  for (const end = Date.now() + milliseconds; ; await Bun.sleep(10)) {
    const found = await poll()
    if (found !== false && found !== undefined && found !== null) return found
    if (Date.now() > end)
      throw new Error(
        `timed out after ${milliseconds / 1000} seconds waiting for: ${typeof what === 'string' ? what : what()}`,
      )
  }
}
