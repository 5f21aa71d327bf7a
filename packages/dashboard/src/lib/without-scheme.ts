// How addresses are shown to people.

/** `example.com/a` for `https://example.com/a`. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '')
