// Redirects as Netlify and Cloudflare Pages read them: a line for each, of words between white space.

/** A space would end the destination; percent-encoded it means the same. */
export const redirectsLine = (code: string, location: string): string =>
  `/${code} ${location.replaceAll(' ', '%20')} 302\n`
