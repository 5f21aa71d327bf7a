// The public side of microsites: pages, taps, passwords, files and pictures. The feature's public API.
import { staticFiles, staticFolder } from '@linnet/pages'
import type { Database } from '../../../db/database.ts'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { createStaticFiles } from '../../../http/static-files.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { cacheMetrics } from '../../../platform/observability/metrics/index.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Destinations } from '../../links/destinations/index.ts'
import type { Domains } from '../../links/domains/index.ts'
import type { CodePages } from '../../links/redirect/index.ts'
import { createDestinationCheck } from './components/destination-check.ts'
import { createSaving } from './components/downloads.ts'
import { Locks } from './components/locks.ts'
import { createComponentRoutes, type Otherwise } from './components/routes.ts'
import { createCounting } from './counting.ts'
import { forgetOnChanges } from './invalidation.ts'
import { PageCache, type PageSources } from './page-cache.ts'
import { PageVisits } from './page-visits.ts'
import { PreviewPictures } from './preview-pictures.ts'
import { RenderedPages } from './rendered-pages.ts'

export { createStaticPages, type StaticPage } from './static-pages.ts'

export interface MicrositePages extends CodePages, Module {
  /** Answers a path of several segments below a code, or what `otherwise` answers if the code is no microsite's. */
  below(request: IncomingRequest, otherwise: Otherwise): MaybePromise<Response>
  /** Answers the root of a domain with a microsite; undefined if visitors don't see it there. */
  root(request: IncomingRequest, microsite: { id: string; slug: string }): MaybePromise<Response | undefined>
}

export interface MicrositePagesNeeds extends PageSources {
  db: Pick<Database, 'subscribe'>
  clicks: Clicks
  clock: Clock
  secrets: Secrets
  passwordTries: PasswordTries
  domains: Pick<Domains, 'codeAt'>
  destinations: Pick<Destinations, 'blockListEntry' | 'suspicion' | 'onChange'>
  /** The page on which links are reported. */
  reportUrl: string
  renderer: Pick<Renderer, 'png' | 'shrink'>
}

export function createMicrositePages(needs: MicrositePagesNeeds): MicrositePages {
  const { clicks, clock, assets, shop, passwordTries, renderer } = needs
  const { codeAt } = needs.domains
  const pages = new PageCache(needs, clock)
  const rendered = new RenderedPages({ pages, holdUps: needs, reportUrl: needs.reportUrl })
  const pictures = new PreviewPictures({ pages, assets, renderer })
  const count = createCounting(clicks)
  const visits = new PageVisits(rendered, count, codeAt)
  const componentRoutes = createComponentRoutes({
    shop,
    codeAt,
    pages,
    rendered,
    pictures,
    locks: new Locks(needs.secrets, clock),
    holdUps: needs,
    count,
    save: createSaving({ ...needs, count }),
    passwordTries,
    clicks,
    checkDestination: createDestinationCheck(needs),
  })
  const files = createStaticFiles(staticFiles)
  needs.db.subscribe(forgetOnChanges([pages, rendered, pictures]))
  // Rendered pages name and play only destinations that were allowed when they were rendered.
  needs.destinations.onChange(() => rendered.forgetAll())
  return {
    metrics: () => cacheMetrics('pages', rendered.metrics),
    remembered: (visit) => visits.remembered(visit),
    find: (visit) => visits.find(visit),
    below: componentRoutes,
    root: (incoming, microsite) => visits.root(incoming, microsite),
    routes: [
      {
        segment: 'static',
        part: null,
        answer: (incoming) => files(incoming, incoming.path.slice(staticFolder.length - 1)),
      },
    ],
  }
}
