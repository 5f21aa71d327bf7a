// Drives the page for creating many links.
import type { Page } from 'playwright-core'

export const lines = (page: Page) => page.getByLabel('Links, one per line')
export const create = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rows = (page: Page) => page.getByRole('list', { name: 'Rows' }).getByRole('listitem')

export async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}
