// The page that is shown after switching to another workspace: the same one, without what belongs to the workspace.

// Their sections are pages too.
const withSections = new Set(['developer', 'account', 'administration', 'workspace'])

/** `/links` for `/links/bulk`, and `/developer/webhooks` for one of the webhooks. `rest` follows the workspace in an address. */
export function samePage(rest: string): string {
  const [, page = '', section = ''] = rest.split('/')
  if (page === '') return '/links'
  return withSections.has(page) && section !== '' ? `/${page}/${section}` : `/${page}`
}
