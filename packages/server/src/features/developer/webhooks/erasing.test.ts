// Erasing deleted endpoints, even of accounts that create and delete many of them.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { ask, endpoint } from '../../../../../../test/webhooks/webhooks.ts'

onEachEngine('deleted webhooks', (instance) => {
  test('are erased hundreds at a time if each has few deliveries', async () => {
    const { database } = instance
    const { email } = await instance.account()
    const kept = await endpoint(database, email, { events: ['link.created'] })
    await ask(
      database,
      `insert into webhook_endpoints
        (public_id, user_id, source, url, url_hash, description, events, secrets, created_at, updated_at, deleted_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300)
        select public_id || n, user_id, source, url, url_hash, description, events, secrets, 1, 1, 1
          from webhook_endpoints, numbers`,
    )
    await ask(
      database,
      `insert into webhook_events (public_id, type, body, created_at)
        select public_id, 'link.created', '{}', ${instance.clock.unix()} from webhook_endpoints`,
    )
    await ask(
      database,
      `insert into webhook_deliveries (event_id, endpoint_id)
        select webhook_events.id, webhook_endpoints.id from webhook_events
        join webhook_endpoints on webhook_endpoints.public_id = webhook_events.public_id`,
    )
    await instance.clock.advance(30_000)
    expect(
      (await ask<{ id: number }>(database, 'select id from webhook_endpoints')).map(({ id }) => Number(id)),
    ).toEqual([kept.id])
    for (const table of ['webhook_deliveries', 'webhook_events'])
      expect(await ask(database, `select 1 from ${table}`)).toHaveLength(1)
  })
})
