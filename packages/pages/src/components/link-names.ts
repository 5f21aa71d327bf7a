// The links of a component that has several, by the names that their addresses end with.

/** An entry of a list, by its position. */
export function numbered<Entry>(
  list: readonly Entry[] | undefined,
  linkName: string | null,
): Entry | undefined {
  return linkName !== null && /^(?:0|[1-9]\d{0,3})$/.test(linkName) ? list?.[Number(linkName)] : undefined
}

/** One of several links that have names. */
export function named(links: Record<string, string> | null, linkName: string | null): string | undefined {
  return links !== null && linkName !== null && Object.hasOwn(links, linkName) ? links[linkName] : undefined
}
