// What axe-core finds in a page of a real browser, by the one set of rules that every page is held to.
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()

declare const window: { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** All rules that axe has switched on by itself, and those of WCAG 2.2; the selectors of what it finds, slow to make, are left out. */
export async function violationsOf(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    window.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      selectors: false,
    }),
  )
  return violations
}
