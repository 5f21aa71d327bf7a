// QR codes: their styles, and the pictures of them. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Heartbeat } from '../../../platform/observability/watchdog/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Renderer } from '../../../platform/rendering/index.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Domains } from '../domains/index.ts'
import type { History } from '../history/index.ts'
import type { Links } from '../links/index.ts'
import type { MistypedCodes } from '../mistyped-codes/index.ts'
import { notifyOwners } from './abandoned-logos.ts'
import { qrUndoer } from './history.ts'
import { LogoStore } from './logo-store.ts'
import { Logos } from './logos.ts'
import { qrOperations } from './operations.ts'
import { Pictures } from './pictures.ts'
import { createPictureServer } from './serving.ts'
import { QrStore } from './store.ts'

export { abandonLogo, type LogoClaim } from './logo-store.ts'

export interface Qr extends Module {
  operations: { qr: Handlers<Api['qr']> }
  /** The picture that a path of one segment names; null if it names none. */
  picture(incoming: IncomingRequest): MaybePromise<Response> | null
}

export interface QrNeeds {
  db: Database
  clock: Clock
  log: Log
  links: Links
  history: History
  domains: Pick<Domains, 'codeAt'>
  misses: Pick<MistypedCodes, 'answer'>
  outgoing: Outgoing
  renderer: Renderer
  limiter: RateLimiter
  heartbeat: Pick<Heartbeat, 'during'>
  audit: Audit
  workspaces: Pick<Workspaces, 'owners'>
  mailer: Mailer
  publicOrigin: string
  /** The pseudonym under which a visitor's address is counted. */
  pseudonym(address: string): string
}

const erasedAtOnce = 500

export function createQr(needs: QrNeeds): Qr {
  const { db, clock, log, links, history, outgoing, renderer, limiter, heartbeat, audit, mailer } = needs
  const store = new QrStore(db)
  const pictures = new Pictures(store, links, renderer)
  const logoStore = new LogoStore(db)
  const announce: QrStore['announce'] = (tx, userId) => store.announce(tx, userId)
  const logos = new Logos({
    store: logoStore,
    announce,
    outgoing,
    renderer,
    clock,
    log,
    during: heartbeat.during,
  })

  function startLogos(): void {
    void logos
      .start()
      .catch((error) =>
        log.warn('pending logos could not be read; trying again later', { reason: String(error) }),
      )
  }

  history.registerUndoer('qr', qrUndoer({ store, links, history }))
  return {
    operations: { qr: qrOperations({ store, links, history, pictures, outgoing, startLogos }) },
    picture: createPictureServer({
      ...{ pictures, links, limiter },
      ...{ domains: needs.domains, misses: needs.misses, pseudonym: needs.pseudonym },
    }),
    jobs: [
      oneNode('fetch logos', 5_000, () => logos.fetchDue()),
      oneNode('notify owners of abandoned logos', 10_000, () =>
        notifyOwners(
          {
            logos: logoStore,
            audit,
            mailer,
            workspaces: needs.workspaces,
            publicOrigin: needs.publicOrigin,
          },
          clock.now(),
        ),
      ),
    ],
    personalData: { erase: (userId) => store.erase(userId, erasedAtOnce) },
    interrupt: () => logos.stop(),
  }
}
