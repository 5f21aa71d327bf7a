// The timeouts of the tests. They are generous, because they are there to catch hangs, and a busy machine must not look like
// one: Linnet's threads give way to everything else, so beside busy loops they get a fiftieth of a core.

/** For a test, and for each of its hooks. */
export const testMilliseconds = 300_000
/** For a step in a page. Shorter than for a test, so that there is time left to record a page that hangs. */
export const pageMilliseconds = 90_000
/** For recording a page, which can hang as well. */
export const pictureMilliseconds = 10_000
/** For one condition to come true. */
export const waitMilliseconds = 200_000
/** For news of another server. It would find out by itself after half a minute, which must not look like news. */
export const notificationMilliseconds = 20_000
/** For builds, installations and tests that take minutes. */
export const longMilliseconds = 900_000

type Nothing = false | undefined | null
/** Polls until `look` finds something, and returns it; the error names `what` was expected. */
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
        `timed out after ${milliseconds / 1000} seconds waiting for: ${typeof what === 'string' ? what : what()}`,
      )
  }
}
