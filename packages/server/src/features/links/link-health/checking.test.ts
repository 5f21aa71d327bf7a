// A watched link is checked; the second tier has everything else about checks, because each takes a second.
import { afterAll, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { check, destination, stopDestinations, watched } from '../../../../../../test/servers/destinations.ts'

afterAll(stopDestinations)

onEachEngine(
  'a watched link',
  (instance) => {
    test('is checked within a week', async () => {
      const account = await instance.account()
      const target = await destination(200)
      const link = await watched(account, target.url)
      expect((await check(instance, account, link)).status).toBe('answers')
      expect(target.pages()).toBe(1)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
