// Commits that PostgreSQL completes only after the server's thread was killed: no click is counted or emitted twice.
import { expect, test } from 'bun:test'
import { startInstance } from '../../../../../test/instance.ts'
import { watchThreads } from '../../../../../test/machine/click-worker-threads.ts'
import { closeGate } from '../../../../../test/servers/commit-gate.ts'
import { untilLockWaits } from '../../../../../test/servers/lock-waits.ts'
import { endpoint } from '../../../../../test/webhooks/webhooks.ts'

test.each([true, false])(
  'a batch whose commit outlives its thread counts once, and later queries need no thread for it; with an endpoint subscribed: %p',
  async (hasListeners) => {
    const threads = watchThreads()
    const instance = await startInstance('postgres')
    const account = await instance.account()
    const { short } = await account.link()
    const clicks = async () => (await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks
    await instance.visit(`/${short}`)
    expect(await clicks()).toBe(1)
    const listener =
      hasListeners && (await endpoint(instance.database, account.email, { events: ['link.clicked'] }))

    const open = await closeGate(instance.database)
    for (let visits = 0; visits < 10; visits++) await instance.visit(`/${short}`)
    const counted = clicks()
    await untilLockWaits(instance.database, 1)
    threads.newest().terminate()
    await untilLockWaits(instance.database, 2)
    await open()
    expect(await counted).toBe(11)
    if (listener) expect(await listener.deliveries()).toHaveLength(10)

    threads.idle(true)
    threads.newest().terminate()
    expect(await clicks()).toBe(11)
    threads.idle(false)
    threads.newest().terminate()
    await instance.visit(`/${short}`)
    expect(await clicks()).toBe(12)
    await instance.stop()
    threads.leave()
    await instance.database.remove()
  },
)
