// The messages for requests that fail without an API error.

export const failures = {
  lost: 'No response from the server. Your changes are still here. Check your connection and try again.',
  language: 'The language could not be loaded. Check your connection and try again.',
  bug: 'Something went wrong. Try again, or reload the page.',
  request: (id: string) => ` (Request ${id})`,
}
