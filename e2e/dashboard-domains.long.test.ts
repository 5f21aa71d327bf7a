// Custom domains in the dashboard while name servers do not answer, on a phone.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { startNameServer } from '../test/servers/name-server.ts'

const nameServer = await startNameServer()
beforeAll(async () => {})
afterAll(async () => {
  nameServer.stop()
})

onOneEngine(
  'a custom domain in the dashboard, rarer cases',
  (instance) => {
    const named = (word: string) => `${word}.${instance.engine}.example.com`

    test('says if the name servers do not answer, and can be checked again', async () => {
      const account = await instance.account()
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open, session }) => {
          await session.call('POST /domains', { body: { domain: named('silent') } })
          await open('/workspace/domains')
          nameServer.mood = 'failing'
          const check = page.getByRole('button', { name: `Check DNS records: ${named('silent')}` })
          await check.click()
          await page.getByRole('alert').filter({ hasText: 'The name servers did not answer' }).waitFor()
          nameServer.mood = 'answering'
          await check.click()
          await page.getByText('The TXT record wasn’t found.').waitFor()
          expect(await axeFindings(page)).toStrictEqual([])
        },
        { ...phone, ignoredMessages: /status of 503/ },
      )
    })
  },
  { DNS_SERVERS: nameServer.address },
)
