// How tests move the items of a sortable list, and when its library hears what they press.
import type { Locator, Page } from 'playwright-core'

/** Picks up an item by the keys of its handle; resolves once the next key moves it, drops it or puts it back. */
export async function pickUp(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${name}` }).press('Space')
  await page.getByText(`Picked up ${name}.`).waitFor({ state: 'attached' })
  // The library announces it first, and listens for further keys once a timer has run that it has set already. This one runs later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

/** Resolves once clicks reach their targets: for a moment after a drag, the library swallows the one that ends it. */
export async function clicksArriveAgain(within: Locator): Promise<void> {
  await within.evaluate(async (node) => {
    let hasArrived = false
    const note = () => {
      hasArrived = true
    }
    node.addEventListener('click', note, { once: true })
    while (!hasArrived) {
      node.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await new Promise(requestAnimationFrame)
    }
  })
}
