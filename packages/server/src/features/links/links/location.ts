// How a destination goes out.

/** As it came in, unless a header could not carry it: then as the WHATWG parser writes it. */
export function locationOf(longUrl: string): string {
  return /^[\x20-\x7e]*$/.test(longUrl) ? longUrl : new URL(longUrl).href
}
