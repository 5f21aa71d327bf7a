// Drives the dashboard's page of API keys: the form for a new key.
import type { Locator, Page } from 'playwright-core'

/** Opens the form for a new key, and presses Create while it is incomplete: it says what is missing. */
export async function createIncompleteKey(page: Page): Promise<{ dialog: Locator; create: Locator }> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create', exact: true })
  await dialog.getByLabel('Ends').selectOption({ label: 'On a day…' })
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await create.click()
  await dialog.getByText('Give it a name').waitFor()
  await dialog.getByText('Choose a day that has not passed').waitFor()
  return { dialog, create }
}
