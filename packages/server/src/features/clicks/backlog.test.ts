// Pending clicks delay the statistics of their own account, and those of others only briefly.
import { expect, test } from 'bun:test'
import { type Account, type Instance, onEachEngine, onOneEngine } from '../../../../../test/instance.ts'
import { lockTable } from '../../../../../test/servers/table-locks.ts'
import { ask, endpoint } from '../../../../../test/webhooks/webhooks.ts'

const manyClicks = 10_001
const visitors = 64

async function visitOften(instance: Instance, short: string, times: number): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      while (left-- > 0) await instance.visit(`/${short}`)
    }),
  )
}

onEachEngine('a backlog of clicks', (instance) => {
  const clicksOf = async (account: Account, short: string) => {
    const answer = await account.call(`GET /links/${short}/stats/lifetime`)
    return [answer.status, answer.body.data?.clicks]
  }
  test('of one account doesn’t delay an account without pending clicks', async () => {
    const [busy, other] = [await instance.account(), await instance.account()]
    const [link, quiet] = [await busy.link(), await other.link()]
    await instance.countClicks()
    const letGo = await lockTable(instance.database, 'journal_positions')
    await instance.visit(`/${link.short}`)
    // Even while nothing can be counted.
    expect((await other.call('GET /links')).body.total).toBe(1)
    expect(await clicksOf(other, quiet.short)).toEqual([200, 0])
    await letGo()
    expect(await clicksOf(busy, link.short)).toEqual([200, 1])
  })

  test('events that can’t be expanded don’t stop clicks from being counted', async () => {
    const [busy, other] = [await instance.account(), await instance.account()]
    const [link, quiet] = [await busy.link(), await other.link()]
    for (let number = 0; number < 30; number++)
      await endpoint(instance.database, busy.email, { events: ['link.clicked', 'qr.scanned'] })
    const isPostgres = instance.engine === 'postgres'
    if (isPostgres)
      await ask(
        instance.database,
        `create function refuse() returns trigger language plpgsql as $$ begin raise 'it is full'; end $$`,
      )
    await ask(
      instance.database,
      isPostgres
        ? 'create trigger full_up before insert on webhook_deliveries for each row execute function refuse()'
        : `create trigger full_up before insert on webhook_deliveries begin select raise(abort, 'it is full'); end`,
    )
    await visitOften(instance, link.short, 500)
    await instance.visit(`/${quiet.short}`)
    expect(await clicksOf(other, quiet.short)).toEqual([200, 1])
    expect(await clicksOf(busy, link.short)).toEqual([200, 500])
    // Many clicks share one row, however many endpoints subscribe.
    const [{ rows } = { rows: -1 }] = await ask<{ rows: number }>(
      instance.database,
      'select count(*) as rows from webhook_fanouts',
    )
    expect(Number(rows)).toBeGreaterThan(0)
    expect(Number(rows)).toBeLessThan(100)
    await ask(instance.database, `drop trigger full_up${isPostgres ? ' on webhook_deliveries' : ''}`)
  })
})

// The number of pending clicks is known without the database.
onOneEngine('a large backlog of clicks', (instance) => {
  test('delays accounts with clicks behind it only for a limited time', async () => {
    const [busy, other] = [await instance.account(), await instance.account()]
    const [link, quiet] = [await busy.link(), await other.link()]
    await instance.countClicks()
    const letGo = await lockTable(instance.database, 'journal_positions')
    await visitOften(instance, link.short, manyClicks)
    await instance.visit(`/${quiet.short}`)
    for (const account of [other, busy]) {
      const answer = await account.call('GET /links')
      expect([answer.status, answer.body.data[0].clicks]).toEqual([200, 0])
    }
    await letGo()
    // None of it is lost.
    await instance.countClicks()
    const total = `select clicks from link_totals where link_id = (select id from links where public_id = ?)`
    const counted = async (id: string) =>
      Number((await ask<{ clicks: number }>(instance.database, total, [id]))[0]?.clicks ?? 0)
    while ((await counted(quiet.id)) < 1) await instance.countClicks()
    expect(await counted(link.id)).toBe(manyClicks)
  })
})
