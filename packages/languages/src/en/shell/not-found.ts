// The page for an unknown URL.

export const notFound = {
  title: 'Page not found',
  what: 'There’s no page at this URL.',
  back: 'Go to your links',
}
