// How an address is written into a `Location` header.

/** The address as it was given, unless a header can't carry it: then as a browser would send it. */
export function locationOf(address: string): string {
  return /^[\x20-\x7e]*$/.test(address) ? address : new URL(address).href
}
