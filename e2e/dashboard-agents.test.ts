// Connecting agents in the dashboard: the configurations match the documentation, and work.
import { expect, test } from 'bun:test'
import { toolOutlines } from '@linnet/contract/tool-outlines'
import { agentConfigurations } from '../packages/dashboard/src/features/developer/agents/agent-configurations.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'

test('configurations with a key match the documentation', async () => {
  const document = await Bun.file(new URL('../docs/agents.md', import.meta.url)).text()
  const configurations = agentConfigurations({
    address: 'http://localhost:3000/mcp',
    isWithKey: true,
  })
  for (const { name, text, docs } of configurations) {
    // The generic form is for agents that are not listed.
    if (name === 'JSON') continue
    expect(document, name).toContain(text)
    if (name !== 'Claude Desktop') expect(document, name).toContain(docs)
  }
})

test('each has the format of its file, and contains no key if the agent signs in', () => {
  for (const isWithKey of [true, false])
    for (const { name, text, file } of agentConfigurations({
      address: 'https://links.example.com/mcp',
      isWithKey,
    })) {
      expect(text, name).toContain('https://links.example.com/mcp')
      if (!isWithKey) expect(text, name).not.toMatch(/sk_live|LINNET_KEY|Authorization/)
      if (file?.endsWith('.json')) JSON.parse(text)
      if (file?.endsWith('.toml')) Bun.TOML.parse(text)
    }
})

onOneEngine('agents in the dashboard', (instance) => {
  test('get this server’s URL, at which the tools answer', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/developer/agents')
      const address = await page.getByLabel('MCP server URL').inputValue()
      const answer = await instance.ask(`POST ${address.replace(instance.url, '')}`, {
        headers: { authorization: `Bearer ${account.key}`, accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
      const names = answer.body.result.tools.map(({ name }: { name: string }) => name)
      await page.getByRole('heading', { name: 'Tools' }).waitFor()
      const shown = await page.locator('dd code').allTextContents()
      expect(shown.toSorted()).toStrictEqual(names.toSorted())
      expect(shown.length).toBe(toolOutlines.filter(({ isExtra }) => !isExtra).length)

      await page.getByRole('button', { name: 'API key' }).click()
      await page.getByRole('button', { name: 'Cursor' }).click()
      const text = await page.getByRole('group', { name: 'Configuration for Cursor' }).textContent()
      expect(JSON.parse(text ?? '').mcpServers.linnet.url).toBe(address)
    })
  })

  test('get the URL with all tools by a switch, and see which tools those are', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open('/developer/agents')
      await page.getByRole('switch', { name: 'All tools' }).click()
      const address = await page.getByLabel('MCP server URL').inputValue()
      expect(address).toBe(`${instance.url}/mcp?tools=all`)
      const answer = await instance.ask(`POST ${address.replace(instance.url, '')}`, {
        headers: { authorization: `Bearer ${account.key}`, accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
      const names = answer.body.result.tools.map(({ name }: { name: string }) => name)
      expect(names).toContain('undo')
      await page.getByText('get_link_history', { exact: true }).waitFor()
      const shown = await page.locator('dd code').allTextContents()
      expect(shown.toSorted()).toStrictEqual(names.toSorted())
      // In a shell, an unquoted question mark would be a pattern.
      const text = await page.getByRole('group', { name: 'Configuration for Claude Code' }).textContent()
      expect(text).toContain(`linnet "${address}"`)
      expect(await axeFindings(page)).toEqual([])
    })
  })
})
