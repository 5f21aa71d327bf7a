// Drives the microsite editor as people use it: its components, their forms and controls, and the save status.
import type { Page } from 'playwright-core'
import { fieldMessagesOf } from '../../packages/dashboard/src/features/microsites/editor/controls/field-messages.ts'
import type { FormField } from '../../packages/dashboard/src/features/microsites/editor/controls/schema-fields.ts'
import { signIn } from '../accounts/sign-in.ts'
import type { Account, Instance } from '../instance.ts'
import { componentsOf, microsite } from '../microsites.ts'

export const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
export const notSaved = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Not saved' }).first().waitFor()
export const preview = (page: Page) => page.frameLocator('iframe[title="Microsite preview"]')
export const row = (page: Page, name: string) => page.getByRole('button', { name, expanded: false })

export async function siteWith(account: Account, list: [kind: string, data: object][]) {
  const { slug } = await microsite(account)
  const components = componentsOf(account, slug)
  const ids: string[] = []
  for (const [kind, data] of list) ids.push((await components.add(kind, data)).id)
  return { slug, components, ids }
}

export const threeLinks: [string, object][] = [
  ['LINK', { value: 'One', href: 'https://example.com/1' }],
  ['LINK', { value: 'Two', href: 'https://example.com/2' }],
  ['LINK', { value: 'Three', href: 'https://example.com/3' }],
]

export const sectionTitles = {
  button: 'Button style',
  background: 'Background',
  spoiler: 'Show on tap',
  password: 'Password protection',
}

/** What the account owns that fields can refer to. */
export interface EditorRecords {
  itemId: string
  image: string
}

/** A value that a field of this sort may have. */
function valueFor({ name, control, variants, least = 1, isWhole }: FormField, known: EditorRecords): unknown {
  const values: Record<string, unknown> = {
    text: `the ${name}`,
    lines: `first line of ${name}\nsecond`,
    url: `https://example.com/${name}`,
    link: `https://example.com/${name}?to=1`,
    number: isWhole ? least + 2 : least + 1.5,
    percent: '40',
    switch: true,
    colour: '#0f766e',
    image: known.image,
    dateTime: '2027-01-02T03:04',
    timeZone: 'Asia/Jakarta',
    variant: variants[1],
    font: 'Lora',
    effect: 'glass',
    icon: 'github',
    item: known.itemId,
  }
  return values[control]
}

/** Fills one field as a person would; returns the value that the API should then have. */
export async function fill(
  page: Page,
  kind: string,
  field: FormField,
  known: EditorRecords,
): Promise<unknown> {
  const form = page.locator('[id^="form-cmp_"]')
  return await fillIn(form)

  async function fillIn(place: ReturnType<Page['locator']>, one: FormField = field): Promise<unknown> {
    const { label } = fieldMessagesOf(kind, one.name, 'en')
    const value = valueFor(one, known)
    const control = place.getByLabel(label, { exact: true })
    switch (one.control) {
      case 'switch': {
        const it = place.getByRole('switch', { name: label })
        if (!(await it.isChecked())) await it.click()
        return true
      }
      case 'variant':
      case 'font':
      case 'effect':
      case 'item':
        await control.selectOption(String(value))
        return value
      case 'moment':
        // The test browser's time zone is +07:00.
        await control.fill('2030-01-02T10:00')
        return Date.UTC(2030, 0, 2, 3) / 1000
      case 'image':
        await place.getByRole('button', { name: `${label}: Choose an image` }).click()
        await page.getByRole('button', { name: 'Use photo' }).click()
        return value
      case 'list': {
        await place.getByRole('button', { name: `Add to ${label}` }).click()
        const entry = place.getByRole('group', { name: `${label} 1`, exact: true })
        if (!Array.isArray(one.entry)) return [await fillIn(entry, one.entry)]
        const made: Record<string, unknown> = {}
        for (const own of one.entry) made[own.name] = await fillIn(entry, own)
        return [made]
      }
      default:
        await control.fill(String(value))
        return value
    }
  }
}

/** Adds a component from the menu and opens its form. */
export async function addComponent(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add component' }).click()
  await page.locator(`button[value="${kind}"]`).click()
  await page.locator('[id^="form-cmp_"]').waitFor()
}

/** Gives the account a shop item, and an image named photo. */
export async function giveEditorRecords(instance: Instance, account: Account): Promise<EditorRecords> {
  const session = await signIn(instance, account)
  const post = async (path: string, init: RequestInit) =>
    (await (
      await fetch(`${instance.url}/api${path}`, {
        method: 'POST',
        ...init,
        headers: { cookie: session.cookie, origin: instance.url, ...init.headers },
      })
    ).json()) as { data: { id: string; path: string } }
  const item = await post('/shop-items', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Blue bowl', price: 5, currency: 'IDR' }),
  })
  const image = await post('/assets?title=photo', {
    headers: { 'content-type': 'application/octet-stream' },
    body: Bun.file('docs/themes/ocean.webp'),
  })
  return { itemId: item.data.id, image: image.data.path }
}
