// Redirects for Netlify and Cloudflare Pages: one on each line, of words separated by white space.

/** Percent-encodes spaces, which would end the destination. */
export const redirectsLine = (code: string, location: string): string =>
  `/${code} ${location.replaceAll(' ', '%20')} 302\n`
