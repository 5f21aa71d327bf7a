// The samples that users map fields with on an automation platform.
import { expect, test } from 'bun:test'
import { eventTypes, WebhookEvent } from '@linnet/contract'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { automationPath, automationPlatform } from '../../../../../../test/webhooks/automation-platform.ts'

onEachEngine(
  'event samples',
  (instance) => {
    const platform = automationPlatform(instance)
    const { newUrl, subscribe, arrivalAt } = platform

    test('show what is sent for each event, with a link of this service', async () => {
      const { status, body } = await platform.account.call(`GET ${automationPath}/samples`)
      expect(status).toBe(200)
      expect(body.data.map(({ type }: WebhookEvent) => type)).toStrictEqual([...eventTypes])
      for (const sample of body.data) {
        expect(WebhookEvent.parse(sample)).toStrictEqual(sample)
        expect(sample.id).toMatch(/^evt_[0-9a-z]{26}$/)
        expect(JSON.stringify(sample)).toContain(new URL(instance.url).host)
      }
    })

    test('of a link match its real events', async () => {
      const url = newUrl()
      await subscribe({ url, event: 'link.created' })
      await platform.account.link()
      const { event } = await arrivalAt(url)
      const { body } = await platform.account.call(`GET ${automationPath}/samples?event=link.created`)
      expect(body.data).toHaveLength(1)
      expect(Object.keys(body.data[0])).toStrictEqual(Object.keys(event))
      expect(Object.keys(body.data[0].data)).toStrictEqual(Object.keys(event.data))
    })

    test('of an unknown event is 400', async () => {
      expect((await platform.account.call(`GET ${automationPath}/samples?event=link.painted`)).status).toBe(
        400,
      )
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
