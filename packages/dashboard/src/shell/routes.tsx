// The routes of the dashboard; the code of each is loaded when it is first opened.

import { dashboardPath } from '@linnet/contract/workspace-addresses'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Failure, Loading, Skeleton } from '../components/states.tsx'
import { readAdministrationSearch } from '../features/administration/search.ts'
import { readChangesSearch } from '../features/changes/search.ts'
import { pageQuery } from '../features/links/queries.ts'
import { filterOf, validateLinksSearch } from '../features/links/search-params.ts'
import { readStatisticsSearch } from '../features/statistics/search.ts'
import { readWorkspaceSearch } from '../features/workspace/search.ts'
import { queryClient } from '../lib/queries.ts'
import { meQuery } from '../lib/session.ts'
import { currentWorkspace } from '../lib/workspace/current.ts'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

// If the list arrives within this time, the page isn't painted without it first: painting twice takes a slow phone 100 ms.
const listMilliseconds = 100

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  // Pages know the user before they are rendered.
  loader: () => queryClient.ensureQueryData(meQuery),
})

function Pending() {
  return (
    <Loading>
      <div className="mx-auto grid max-w-5xl gap-6 px-4 py-6 sm:px-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-40" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  )
}

const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const home = createRoute({
  ...at('/'),
  beforeLoad: () => {
    throw redirect({ to: '/links' })
  },
})
const links = createRoute({
  ...at('/links'),
  validateSearch: validateLinksSearch,
  loaderDeps: ({ search }) => filterOf(search),
  // Loaded at the same time as the page's code; errors are shown by the page.
  loader: async ({ deps, cause }) => {
    const loading = queryClient.ensureQueryData(pageQuery(deps, 0)).catch(() => undefined)
    if (cause === 'enter')
      await Promise.race([loading, new Promise((over) => setTimeout(over, listMilliseconds))])
  },
  component: lazyRouteComponent(() => import('../features/links/links-page.tsx'), 'LinksPage'),
})
const bulk = createRoute({
  ...at('/links/bulk'),
  component: lazyRouteComponent(() => import('../features/links/bulk-page.tsx'), 'BulkPage'),
})
const tags = createRoute({
  ...at('/links/tags'),
  component: lazyRouteComponent(() => import('../features/links/tags/tags-page.tsx'), 'TagsPage'),
})
const mistyped = createRoute({
  ...at('/links/mistyped'),
  component: lazyRouteComponent(() => import('../features/links/aliases/mistyped-page.tsx'), 'MistypedPage'),
})
const sheet = createRoute({
  ...at('/links/sheet'),
  validateSearch: (search: Record<string, unknown>) => ({
    ...(typeof search.link === 'string' ? { link: search.link } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/links/placements/sheet-page.tsx'), 'SheetPage'),
})
const broken = createRoute({
  ...at('/links/broken'),
  component: lazyRouteComponent(() => import('../features/links/health/broken-page.tsx'), 'BrokenPage'),
})
const statistics = createRoute({
  ...at('/statistics'),
  validateSearch: readStatisticsSearch,
  component: lazyRouteComponent(() => import('../features/statistics/statistics-page.tsx'), 'StatisticsPage'),
})
const microsites = createRoute({
  ...at('/microsites'),
  component: lazyRouteComponent(() => import('../features/microsites/microsites-page.tsx'), 'MicrositesPage'),
})
const editor = createRoute({
  ...at('/microsites/$slug'),
  component: lazyRouteComponent(() => import('../features/microsites/editor/editor-page.tsx'), 'EditorPage'),
})
const images = createRoute({
  ...at('/images'),
  component: lazyRouteComponent(() => import('../features/microsites/images/images-page.tsx'), 'ImagesPage'),
})
const qr = createRoute({
  ...at('/qr'),
  validateSearch: (search: Record<string, unknown>) => ({
    ...(typeof search.link === 'string' ? { link: search.link } : {}),
    ...(typeof search.microsite === 'string' ? { microsite: search.microsite } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/qr/qr-page.tsx'), 'QrPage'),
})
const changes = createRoute({
  ...at('/changes'),
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import('../features/changes/changes-page.tsx'), 'ChangesPage'),
})
/** `section` is one of the page's tabs, such as `webhooks`; `item` is opened in it. */
const developer = createRoute({
  ...at('/developer/{-$section}/{-$item}'),
  component: lazyRouteComponent(() => import('../features/developer/developer-page.tsx'), 'DeveloperPage'),
})
const account = createRoute({
  ...at('/account/{-$section}'),
  // Their addresses until they moved to the settings of the workspace.
  beforeLoad({ params: { section } }) {
    if (section === 'plan' || section === 'domains')
      throw redirect({ to: '/workspace/{-$section}', params: { section } })
  },
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
})
const workspace = createRoute({
  ...at('/workspace/{-$section}'),
  validateSearch: readWorkspaceSearch,
  component: lazyRouteComponent(() => import('../features/workspace/workspace-page.tsx'), 'WorkspacePage'),
})
const administration = createRoute({
  ...at('/administration/{-$section}/{-$item}'),
  validateSearch: readAdministrationSearch,
  component: lazyRouteComponent(
    () => import('../features/administration/administration-page.tsx'),
    'AdministrationPage',
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    links,
    bulk,
    tags,
    mistyped,
    sheet,
    broken,
    statistics,
    microsites,
    editor,
    images,
    qr,
    changes,
    developer,
    account,
    workspace,
    administration,
  ]),
  basepath: dashboardPath(currentWorkspace),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Pending,
  defaultPendingMs: 200,
  defaultErrorComponent: ({ error, reset }) => (
    <div className="mx-auto max-w-5xl p-6">
      <Failure error={error} onRetry={reset} />
    </div>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
