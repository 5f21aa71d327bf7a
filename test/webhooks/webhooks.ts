// Creates webhook endpoints and reads their deliveries directly in the database.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { WebhookEvent } from '@linnet/contract'
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'

type Value = string | number | null

export interface Endpoint {
  id: number
  /** Changes columns of its row. */
  set(columns: Record<string, Value>): Promise<void>
  /** Its deliveries, in the order in which they were stored. */
  deliveries(): Promise<WrittenDelivery[]>
}

export interface WrittenDelivery {
  event_id: string
  event_type: string
  created_at: number
  body: WebhookEvent
}

/** Gives the account of this e-mail address an endpoint. */
export async function endpoint(
  database: FreshDatabase,
  email: string,
  { url = 'https://receiver.example/', events }: { url?: string; events: readonly string[] },
): Promise<Endpoint> {
  const values = { url, events: events.join(' '), public_id: `whk_${crypto.randomUUID()}` }
  const now = Math.floor(Date.now() / 1000)
  const [row] = await ask<{ id: number }>(
    database,
    `insert into webhook_endpoints
      (public_id, user_id, source, url, url_hash, description, events, secrets, created_at, updated_at)
      select ?, id, 'dashboard', ?, '', '', ?, '[]', ${now}, ${now} from users where email = ? returning id`,
    [values.public_id, values.url, values.events, email],
  )
  if (!row) throw new Error(`there is no account with the e-mail address ${email}`)
  const id = Number(row.id)
  return {
    id,
    async set(columns) {
      const names = Object.keys(columns).map((name) => `${name} = ?`)
      await ask(database, `update webhook_endpoints set ${names} where id = ${id}`, Object.values(columns))
    },
    async deliveries() {
      await expanded(database, id)
      const rows = await ask<Record<'event_id' | 'event_type' | 'created_at' | 'body', string>>(
        database,
        `select public_id as event_id, type as event_type, created_at, body from webhook_deliveries
          join webhook_events on webhook_events.id = event_id where endpoint_id = ? order by webhook_deliveries.event_id`,
        [id],
      )
      return rows.map(({ event_id, event_type, created_at, body }) => ({
        event_id,
        event_type,
        created_at: Number(created_at),
        body: JSON.parse(body) as WebhookEvent,
      }))
    },
  }
}

/** Resolves once the running server has expanded all stored events of an endpoint into deliveries. */
export async function expanded(database: FreshDatabase, endpointId: number): Promise<void> {
  const isWaiting = async () => {
    const rows = await ask<{ endpoints: string }>(database, 'select endpoints from webhook_fanouts')
    return rows.some(({ endpoints }) =>
      (JSON.parse(endpoints) as [number, string[]][]).some(([id]) => id === endpointId),
    )
  }
  await until('everything for the endpoint is expanded', async () => !(await isWaiting()))
}

/** Runs a statement on a connection of its own; `?` marks its parameters. */
export async function ask<Row>(
  { env }: FreshDatabase,
  statement: string,
  values: Value[] = [],
): Promise<Row[]> {
  if (!env.DATABASE_URL) {
    const connection = new Database(join(env.DATA_DIR, 'linnet.db'))
    connection.run('PRAGMA busy_timeout = 10000')
    try {
      return connection.query(statement).all(...values) as Row[]
    } finally {
      connection.close()
    }
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    let number = 0
    return (
      await client.query(
        statement.replace(/\?/g, () => `$${++number}`),
        values,
      )
    ).rows as Row[]
  } finally {
    await client.end()
  }
}
