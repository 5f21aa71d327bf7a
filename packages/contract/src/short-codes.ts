// What short codes look like: separate from the schemas, so that the dashboard's pages needn't load those.

/** How many characters a short code has at most. */
export const longestShortCode = 48

/** A short code: 1 to 48 characters, case-sensitive. The server decides whether it may be used. */
export const shortCodePattern = /^[A-Za-z0-9_-]{1,48}$/
