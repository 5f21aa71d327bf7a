// Pending deliveries for a server that starts: events written to the database as the product writes them.
import { exampleOf, Link } from '@linnet/contract'
import { FanoutStore } from '../../packages/server/src/features/events/fanout-store.ts'
import { createOutbox } from '../../packages/server/src/features/events/outbox.ts'
import { OutboxStore } from '../../packages/server/src/features/events/outbox-store.ts'
import type { OutboxEvent } from '../../packages/server/src/platform/outbox.ts'
import { newId } from '../../packages/server/src/platform/security/ids.ts'
import { madeUpLink } from '../data/link-texts.ts'
import { openData } from '../data/open-data.ts'
import { host } from '../data/requests.ts'
import type { Server, Settings } from '../servers.ts'

export type EventType = OutboxEvent['type']

// The only account of a database of the benchmark.
const userId = 1
const atOnce = 1000

/** The settings with which a server can send to a receiver on this machine. */
export function sendingLocally(settings: Settings): Settings {
  return { ...settings, ALLOW_PRIVATE_TARGETS: 'true' }
}

/** Subscribes an address to one event type. */
export async function subscribe({ port }: Server, key: string, url: string, event: EventType): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/integrations/automation/webhook/subscribe`, {
    method: 'POST',
    headers: { host, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event }),
  })
  if (answer.status !== 200) throw new Error(`subscribing was refused: ${await answer.text()}`)
}

/** Writes this many events of one type, for every endpoint that subscribes to it. The server must not be running. */
export async function fillEvents(settings: Settings, type: EventType, count: number): Promise<void> {
  const db = await openData(settings)
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

const example = exampleOf(Link, { status: 'active', created_at: 0, updated_at: 0 })

function madeUpRecord(number: number, now: number): Link {
  const { code, longUrl, title } = madeUpLink(number)
  const at = Math.floor(now / 1000)
  return {
    ...example,
    id: newId('lnk', now),
    short: code,
    domain: host,
    short_url: `http://${host}/${code}`,
    long_url: longUrl,
    title,
    created_at: at,
    updated_at: at,
  }
}
