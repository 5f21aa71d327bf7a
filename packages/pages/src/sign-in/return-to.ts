// The addresses of sign-in pages that lead on to another page.

/** `path` with the address to go to after signing in. */
export const withReturn = (path: string, returnTo: string) =>
  returnTo === '/dashboard' ? path : `${path}?${new URLSearchParams({ return_to: returnTo })}`
