// Drives the dashboard's page of API keys: the form for a new key.
import type { Locator, Page } from 'playwright-core'

/** Opens the form for a new key, and presses Create while it is incomplete: it says what is missing. */
export async function createIncompleteKey(page: Page): Promise<{ dialog: Locator; create: Locator }> {
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create', exact: true })
  await dialog.getByLabel('Expires').selectOption({ label: 'On a date…' })
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await create.click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByText('Choose today or a later date').waitFor()
  return { dialog, create }
}
