// The panel of a link for the tests that drive it: its fields, and saving.
import type { Page } from 'playwright-core'

export const panel = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByLabel('Destination', { exact: true }) })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
/** The same by its key: a message that was just said may stand over the button for some seconds. */
export const saveByKey = (page: Page) =>
  page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
