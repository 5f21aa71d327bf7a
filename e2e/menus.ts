// Downloads a file that a menu offers.
import type { Download, Page } from 'playwright-core'

/** Opens the menu of a button, and chooses the entry that starts the download. */
export async function downloadFromMenu(
  page: Page,
  { button, entry }: { button: string; entry: string | RegExp },
): Promise<Download> {
  await page.getByRole('button', { name: button }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    // With the keyboard, because a click misses if the page is still loading and the menu moves with its button.
    page.getByRole('menuitem', { name: entry }).press('Enter'),
  ])
  return download
}
