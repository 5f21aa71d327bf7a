// Deliveries that wait before a server is started: events written into the database as the product writes them.
import type { Link } from '@linnet/contract'
import { openDatabase } from '../../packages/server/src/db/open.ts'
import { FanoutStore } from '../../packages/server/src/features/events/fanout-store.ts'
import { createOutbox } from '../../packages/server/src/features/events/outbox.ts'
import { OutboxStore } from '../../packages/server/src/features/events/outbox-store.ts'
import { createLog } from '../../packages/server/src/platform/observability/log.ts'
import type { OutboxEvent } from '../../packages/server/src/platform/outbox.ts'
import { newId } from '../../packages/server/src/platform/security/ids.ts'
import { systemClock } from '../../packages/server/src/platform/time/clock.ts'
import { madeUpLink } from '../data/link-texts.ts'
import { host } from '../data/requests.ts'
import type { Server, Settings } from '../servers.ts'

export type EventType = OutboxEvent['type']

// The only account of a database of the benchmark.
const userId = 1
const atOnce = 1000

/** What a server needs in order to send to a receiver on this machine. */
export function sendingLocally(settings: Settings): Settings {
  return { ...settings, ALLOW_PRIVATE_TARGETS: 'true' }
}

/** Has an address told of one kind of event. */
export async function subscribe({ port }: Server, key: string, url: string, event: EventType): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/integrations/automation/webhook/subscribe`, {
    method: 'POST',
    headers: { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event }),
  })
  if (answer.status !== 200) throw new Error(`subscribing was refused: ${await answer.text()}`)
}

/** Writes so many events of one kind, for every endpoint that asks for it. The server must not be running. */
export async function fillEvents(settings: Settings, type: EventType, count: number): Promise<void> {
  const db = await openDatabase({
    url: settings.DATABASE_URL ?? null,
    dataDirectory: settings.DATA_DIR as string,
    poolSize: 1,
    clock: systemClock,
    log: createLog('error'),
  })
  const store = new OutboxStore(db)
  const fanouts = new FanoutStore(db, store)
  const outbox = createOutbox(store, fanouts, () => {})
  try {
    for (let start = 0; start < count; start += atOnce) {
      const now = Date.now()
      const length = Math.min(atOnce, count - start)
      const events = Array.from({ length }, (_, index) => ({ type, data: madeUpRecord(start + index, now) }))
      await db.transaction((tx) => outbox.add(tx, userId, events, now))
      while ((await fanouts.nextAccount(0)) !== null) await fanouts.expandSome(userId)
    }
  } finally {
    await db.close()
  }
}

function madeUpRecord(number: number, now: number): Link {
  const { code, longUrl, title } = madeUpLink(number)
  const at = Math.floor(now / 1000)
  return {
    id: newId('lnk', now),
    short: code,
    domain: host,
    short_url: `http://${host}/${code}`,
    long_url: longUrl,
    title,
    status: 'active',
    has_password: false,
    disposable: false,
    adult: false,
    expired_at: null,
    archive_at: null,
    archived_at: null,
    blocked_at: null,
    blocked_reason: null,
    clicks: 0,
    created_at: at,
    updated_at: at,
  }
}
