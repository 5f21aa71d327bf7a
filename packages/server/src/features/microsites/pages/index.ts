// What visitors of microsites get: pages, taps, passwords, files and pictures. The face of the feature.
import { staticFiles, staticFolder } from '@linnet/pages'
import { type AskedFile, createStaticFiles } from '../../../http/static-files.ts'
import { notFound } from '../../../http/visitor-answers.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { cacheMetrics } from '../../../platform/observability/metrics/index.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Destinations } from '../../links/destinations/index.ts'
import type { AddressedRequest, CodePages } from '../../links/redirect/index.ts'
import { createSaving } from './components/downloads.ts'
import { createJudge } from './components/judging.ts'
import { Locks } from './components/locks.ts'
import { createBelow } from './components/routes.ts'
import { createCounting } from './counting.ts'
import { forgetOnChanges } from './invalidation.ts'
import { KnownPages, type PageSources } from './page-cache.ts'
import { PageVisits } from './page-visits.ts'
import { PreviewPictures } from './preview-pictures.ts'
import { DrawnPages } from './rendered-pages.ts'

export { createStillPages, type StillPage } from './static-pages.ts'

export interface MicrositePages extends CodePages, Module {
  /** Answers a path of several segments below a code. */
  below(asked: AddressedRequest): MaybePromise<Response>
  /** Answers `/static/…`, the files that pages load. */
  file(asked: AskedFile & { path: string }): MaybePromise<Response>
}

export interface MicrositePagesNeeds extends PageSources {
  /** Hears what was announced; null where something may have been missed. */
  subscribe(listener: (topic: string | null) => void): void
  clicks: Clicks
  clock: Clock
  secrets: Secrets
  passwordTries: PasswordTries
  /** Origin of the default short domain. */
  shortOrigin: string
  destinations: Pick<Destinations, 'listed' | 'suspicion' | 'onChange'>
  /** The page on which links are reported. */
  reportUrl: string
  drawing: Pick<Renderer, 'png' | 'shrink'>
}

export function createMicrositePages(needs: MicrositePagesNeeds): MicrositePages {
  const { clicks, clock, passwordTries, shortOrigin: origin } = needs
  const known = new KnownPages(needs, clock)
  const drawn = new DrawnPages(known, needs, origin, needs.reportUrl)
  const pictures = new PreviewPictures({ known, assets: needs.assets, origin, drawing: needs.drawing })
  const count = createCounting(clicks)
  const locks = new Locks(needs.secrets, clock)
  const save = createSaving({ ...needs, count, origin })
  const visits = new PageVisits(drawn, count, origin)
  const below = createBelow({
    shop: needs.shop,
    known,
    drawn,
    pictures,
    locks,
    holdUps: needs,
    count,
    save,
    passwordTries,
    clicks,
    origin,
    judge: createJudge({ ...needs, origin }),
  })
  const files = createStaticFiles(staticFiles)
  needs.subscribe(forgetOnChanges([known, drawn, pictures]))
  // What a page may name and play was judged when it was drawn.
  needs.destinations.onChange(() => drawn.forgetAll())
  return {
    metrics: () => cacheMetrics('pages', drawn.figures),
    remembered: (visit) => visits.remembered(visit),
    find: (visit) => visits.find(visit),
    below: (asked) => (asked.domainId === 0 ? below(asked) : notFound(asked.request, asked.requestId)),
    file: (asked) =>
      files(asked, asked.path.slice(staticFolder.length - 1)) ?? notFound(asked.request, asked.requestId),
  }
}
