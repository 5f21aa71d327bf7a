// Pictures of every page of the dashboard with a sample account: on a phone and a desktop, in light and dark.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { desk, inDashboard, phone, settled } from '../browser/dashboard.ts'
import { type DashboardPage, dashboardPages, type PageIds, pathOf } from '../browser/dashboard-pages.ts'
import { type Account, type Instance, startInstance } from '../instance.ts'
import { fillSampleAccount, sampleInstance } from './sample-account.ts'

interface Shot extends DashboardPage {
  /** The steps before the picture is taken. */
  act?(page: Page): Promise<unknown>
}

const shots: Shot[] = [
  ...dashboardPages,
  {
    name: 'workspaces',
    path: '/links',
    act: async (page) => {
      await page.keyboard.press('g')
      await page.keyboard.press('w')
      await page.getByRole('option').nth(2).waitFor()
    },
  },
  { name: 'palette', path: '/links', act: (page) => page.keyboard.press('Control+k') },
]

const windows = [
  { name: 'desk-light', ...desk, colorScheme: 'light' },
  { name: 'desk-dark', ...desk, colorScheme: 'dark' },
  { name: 'phone-light', ...phone, colorScheme: 'light' },
  { name: 'phone-dark', ...phone, colorScheme: 'dark' },
] as const

/** Writes WebP pictures, such as `links-desk-light.webp`, into the folder; returns how many. `wanted` names some pages. */
export async function writeDashboardPictures(
  chrome: Browser,
  folder: string,
  wanted: readonly string[] = [],
): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const instance = await startInstance('sqlite', sampleInstance)
  try {
    const { account, ids } = await fillSampleAccount(instance)
    const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    for (const window of windows) await take({ chrome, instance, account, ids, folder }, chosen, window)
    return chosen.length * windows.length
  } finally {
    await instance.stop()
    await instance.database.remove()
  }
}

interface Taking {
  chrome: Browser
  instance: Instance
  account: Account
  ids: PageIds
  folder: string
}

async function take(
  { chrome, instance, account, ids, folder }: Taking,
  chosen: Shot[],
  { name: kindOfWindow, ...options }: (typeof windows)[number],
): Promise<void> {
  await inDashboard(
    chrome,
    instance,
    account,
    async ({ page, open }) => {
      for (const shot of chosen) {
        await open(pathOf(shot, ids))
        await shot.act?.(page)
        await page.waitForLoadState('networkidle')
        await settled(page)
        const picture = await page.screenshot()
        const small = await new Bun.Image(picture).webp({ quality: 80 }).bytes()
        writeFileSync(join(folder, `${shot.name}-${kindOfWindow}.webp`), small)
      }
    },
    options,
  )
}
