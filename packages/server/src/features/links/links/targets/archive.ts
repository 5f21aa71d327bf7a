// Where a web archive may have a copy of a destination that no longer answers.

const daySeconds = 24 * 60 * 60
// It stops answering up to a week before it counts as broken.
const beforeBroken = 8 * daySeconds

/** The copy of a web archive that is closest to a moment (Unix seconds); of a broken destination, before it broke. */
export function archiveAddress(
  url: string,
  { at, brokenAt }: { at: number; brokenAt: number | null },
): string {
  const moment = brokenAt === null ? at : brokenAt - beforeBroken
  const stamp = new Date(moment * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
  return `https://web.archive.org/web/${stamp}/${url}`
}
