// How addresses name a workspace: the dashboard's pages in their path, and the requests of the browser in their query.

const isId = (value: string): boolean => /^wsp_\w{1,40}$/.test(value)

/** The id if it could be a workspace's, otherwise null. */
export function workspaceId(value: string | null | undefined): string | null {
  return value && isId(value) ? value : null
}

/** The path of the dashboard in a workspace; null: the person's own, which its address doesn't name. */
export function dashboardPath(workspace: string | null): string {
  return workspace === null ? '/dashboard' : `/dashboard/${workspace}`
}

/** The workspace that a path of the dashboard names, and what follows, such as `/links`. */
export function readDashboardPath(path: string): { workspace: string | null; rest: string } {
  const [, , first = '', ...more] = path.split('/')
  if (isId(first)) return { workspace: first, rest: more.length > 0 ? `/${more.join('/')}` : '' }
  return { workspace: null, rest: path.replace(/^\/dashboard/, '') }
}

/** The address of a GET request at `/api` that is answered from a workspace; null: from the person's own. */
export function inWorkspace(address: string, workspace: string | null): string {
  if (workspace === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}workspace=${workspace}`
}
