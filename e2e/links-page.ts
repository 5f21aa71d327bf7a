// Drives the links page: its rows, and accounts that have many of them.
import type { Page } from 'playwright-core'
import type { Account } from '../test/instance.ts'

export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
export const rows = (page: Page) => page.getByRole('list', { name: 'Links' }).getByRole('listitem')
export const row = (page: Page, code: string) => rows(page).filter({ hasText: `/${code}` })

export async function withLinks(account: Account, count: number): Promise<Account> {
  for (let made = 0; made < count; made += 100)
    await account.call('POST /links/bulk', {
      body: {
        links: Array.from({ length: Math.min(100, count - made) }, (_, index) => ({
          long_url: `https://example.com/page/${made + index}`,
          short: `n${made + index}-${account.userId.slice(-6)}`,
        })),
      },
    })
  return account
}
