// Agents in the dashboard, on a plan without agent tools.
import { test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'

onOneEngine('agents in the dashboard, rarer cases', (instance) => {
  test('on a plan without tools say so', async () => {
    await inDashboard(chrome, instance, await instance.account({ plan: 'free' }), async ({ page, open }) => {
      await open('/developer/agents')
      await page.getByText('Your plan doesn’t include agent tools').waitFor()
    })
  })
})
