// Drives the link panel: its fields and sections, and saving.
import type { Page } from 'playwright-core'

export const panel = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByLabel('Destination', { exact: true }) })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const section = (page: Page, title: string) =>
  panel(page)
    .locator('summary')
    .filter({ has: page.getByText(title, { exact: true }) })
export const openSection = (page: Page, title: string) => section(page, title).click()
/** The line that says what is set in a section. */
export const summaryOf = (page: Page, title: string) =>
  section(page, title).locator('span').last().innerText()
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
/** The same with the keyboard: a recent message may cover the button for some seconds. */
export const saveByKey = (page: Page) =>
  page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
