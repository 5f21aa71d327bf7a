// Runs axe-core on a page, with the one set of accessibility rules that applies to every page.
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()

declare const window: { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** axe's default rules and those of WCAG 2.2. Selectors of the elements are left out, because they are slow to compute. */
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
