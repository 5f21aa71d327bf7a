// The editor of a microsite: every kind and every field of it, order by mouse and keys, the preview, and what happens when saving does not work.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import type { Browser, Page } from 'playwright-core'
import { fieldWordsOf } from '../packages/dashboard/src/features/microsites/field-words.ts'
import { type FormField, formOf } from '../packages/dashboard/src/features/microsites/schema-fields.ts'
import { launchBrowser } from '../test/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/dashboard.ts'
import { type Account, inTheBrowser } from '../test/instance.ts'
import { componentsOf, microsite } from '../test/microsites.ts'
import { password, signIn } from '../test/sign-in.ts'

let chrome: Browser
beforeAll(async () => {
  chrome = await launchBrowser()
})
afterAll(() => chrome.close())

const saved = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
const notSaved = (page: Page) => page.getByRole('status').filter({ hasText: 'Not saved' }).first().waitFor()
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]')
const row = (page: Page, name: string) => page.getByRole('button', { name, expanded: false })

async function siteWith(account: Account, parts: [kind: string, data: object][]) {
  const { slug } = await microsite(account)
  const components = componentsOf(account, slug)
  const ids: string[] = []
  for (const [kind, data] of parts) ids.push((await components.add(kind, data)).id)
  return { slug, components, ids }
}

const three: [string, object][] = [
  ['LINK', { value: 'One', href: 'https://example.com/1' }],
  ['LINK', { value: 'Two', href: 'https://example.com/2' }],
  ['LINK', { value: 'Three', href: 'https://example.com/3' }],
]

const folds = {
  button: 'How the button looks',
  background: 'Background',
  spoiler: 'Hide it until a tap',
  password: 'Lock it with a password',
}

interface Known {
  itemId: string
  image: string
  clock: number
}

/** A value that a field of this sort may have. */
function valueFor({ name, control, words, least = 1, isWhole }: FormField, known: Known): unknown {
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
    moment: known.clock,
    look: words[1],
    font: 'Lora',
    effect: 'glass',
    icon: 'github',
    item: known.itemId,
  }
  return values[control]
}

/** Fills one field as a person does, and says what the API should have of it. */
async function fill(page: Page, kind: string, field: FormField, known: Known): Promise<unknown> {
  const form = page.locator('[id^="form-cmp_"]')
  return await fillIn(form)

  async function fillIn(place: ReturnType<Page['locator']>, one: FormField = field): Promise<unknown> {
    const [label] = fieldWordsOf(kind, one.name, 'en')
    const value = valueFor(one, known)
    const control = place.getByLabel(label, { exact: true })
    switch (one.control) {
      case 'switch': {
        const it = place.getByRole('switch', { name: label })
        if (!(await it.isChecked())) await it.click()
        return true
      }
      case 'look':
      case 'font':
      case 'effect':
      case 'item':
        await control.selectOption(String(value))
        return value
      case 'moment':
        // The clock of the test's device is at +07:00.
        await control.fill('2030-01-02T10:00')
        return Date.UTC(2030, 0, 2, 3) / 1000
      case 'image':
        await place.getByRole('button', { name: `${label}: Choose an image` }).click()
        await page.getByRole('button', { name: 'Use: photo' }).click()
        return value
      case 'list': {
        await place.getByRole('button', { name: `Add to: ${label}` }).click()
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

inTheBrowser('the editor of a microsite', (instance) => {
  describe('every kind', () => {
    let account: Account
    let known: Known
    beforeAll(async () => {
      account = await instance.account()
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
      known = { itemId: item.data.id, image: image.data.path, clock: 0 }
    })

    // What several kinds share is filled in where it comes first: that it is in all their forms is tested beside the forms.
    const shared = new Map([
      ['PROFILE', 'background'],
      ['LINK', 'button'],
      ['TEXT', 'spoiler'],
      ['MAPS', 'password'],
    ])
    const parts = [0, 5, 10, 14].map((from, index, all) => componentKinds.slice(from, all[index + 1]))
    test.each(parts.map((kinds) => [kinds.join(', '), kinds] as const))(
      'can be added, and its form saves every field as the API has it: %s',
      async (_names, kinds) => {
        const { slug, components } = await siteWith(account, [])
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open(`/microsites/${slug}`)
          for (const kind of kinds) {
            await page.getByRole('button', { name: 'Add a part' }).click()
            await page.locator(`button[value="${kind}"]`).click()
            await page.locator('[id^="form-cmp_"]').waitFor()
            const expected: Record<string, unknown> = {}
            for (const { part, fields } of formOf(kind)) {
              if (part !== 'content' && shared.get(kind) !== part) continue
              if (part !== 'content') await page.locator('summary', { hasText: folds[part] }).click()
              for (const field of fields)
                if (field.control !== 'password') expected[field.name] = await fill(page, kind, field, known)
            }
            await saved(page)
            const { data, ...last } = (await components.all()).at(-1)
            expect(last).toMatchObject({ kind, active: true })
            expect(data).toEqual({ ...expected, ...('hasPassword' in data ? { hasPassword: false } : {}) })
          }
        })
      },
    )
  })

  test('sets a password that is asked for, and removes it', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['TEXT', { content: 'Secret words' }]])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Secret words Text').click()
      await page.locator('summary', { hasText: folds.password }).click()
      await page.getByLabel('Password', { exact: true }).fill('sesame')
      await page.getByRole('button', { name: 'Set the password' }).click()
      await page.getByText('A password is set.').waitFor()
      await saved(page)
      expect((await components.all())[0].data).toEqual({ content: 'Secret words', hasPassword: true })
      expect((await instance.visit(`/${slug}`)).text).not.toContain('Secret words')
      await preview(page).getByText('Secret words').waitFor()
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sesame')
      await page.getByRole('button', { name: 'Remove the password' }).click()
      await page.getByText('No password is set.').waitFor()
      expect((await components.all())[0].data.hasPassword).toBe(false)
    })
  })

  test('puts parts in another order by keys, telling where they are', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, three)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Move: One' }).focus()
      await page.keyboard.press('Space')
      await page.getByText('Picked up One.').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByText('One is at place 2 of 3.').waitFor()
      const ordered = page.waitForResponse((answer) => answer.url().endsWith('/components/order'))
      await page.keyboard.press('Space')
      await ordered
      expect(await components.ids()).toEqual([ids[1], ids[0], ids[2]] as string[])
      await page.getByText('Put down One at place 2 of 3.').waitFor()
    })
  })

  test('puts parts in another order by mouse', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, three)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      const from = await page.getByRole('button', { name: 'Move: Three' }).boundingBox()
      const to = await page.getByRole('button', { name: 'Move: One' }).boundingBox()
      if (!from || !to) throw new Error('the handles are not there')
      const ordered = page.waitForResponse((answer) => answer.url().endsWith('/components/order'))
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(from.x + 10, from.y - 20, { steps: 4 })
      await page.mouse.move(to.x + 10, to.y + 4, { steps: 8 })
      await page.mouse.up()
      await ordered
      expect(await components.ids()).toEqual([ids[2], ids[0], ids[1]] as string[])
    })
  })

  test('hides, doubles and deletes parts, and brings back what was deleted', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three)
    const values = async () =>
      (await components.all()).map(({ data }: { data: { value: string } }) => data.value)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('switch', { name: 'Show to visitors: One' }).click()
      await saved(page)
      expect((await components.all())[0].active).toBe(false)
      expect(await preview(page).getByRole('link', { name: 'One' }).count()).toBe(0)
      await page.getByRole('button', { name: 'More for Two' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.getByRole('button', { name: 'More for Two' }).nth(1).waitFor()
      await page.getByRole('button', { name: 'More for Three' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('Deleted: Three').waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'More for Three' }).waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Two', 'Three'])
    })
  })

  test('says at its field what is wrong with it, saves nothing of it, and shows the rest', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'One Link').click()
      await page.getByLabel('Leads to').fill('javascript:alert(1)')
      await page.getByLabel('Button text').fill('One more')
      await page.getByText('must be a link that begins with https:, http:, mailto: or tel:').waitFor()
      await page.getByText('Not saved: some fields need mending').waitFor()
      await preview(page).getByText('One more').waitFor()
      expect((await components.all())[0].data).toMatchObject({ value: 'One', href: 'https://example.com/1' })
      await page.getByLabel('Leads to').fill('https://example.com/mended')
      await saved(page)
      expect((await components.all())[0].data).toMatchObject({ value: 'One more' })
    })
  })

  test('keeps what is typed without a connection, over a reload too, and saves it when there is one', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, context, open }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'One Link').click()
        await context.setOffline(true)
        await page.getByLabel('Button text').fill('Typed on a train')
        await page.getByText('Not saved: No answer came.').waitFor()
        await preview(page).getByText('Typed on a train').waitFor()
        expect((await components.all())[0].data.value).toBe('One')
        // Nothing reaches the API after the reload either, until it may.
        await context.route('**/api/microsites/*/components?*', (route) => route.abort())
        await context.setOffline(false)
        await open(`/microsites/${slug}`)
        await row(page, 'Typed on a train Link').waitFor()
        await notSaved(page)
        await context.unroute('**/api/microsites/*/components?*')
        await page.getByRole('button', { name: 'Try again' }).click()
        await saved(page)
        expect((await components.all())[0].data.value).toBe('Typed on a train')
      },
      { unsaid: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ },
    )
  })

  test('keeps what is typed when the session has ended elsewhere, and saves it after signing in again', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'One Link').click()
      await session.call('DELETE /session')
      await page.getByLabel('Button text').fill('Typed too late')
      const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await saved(page)
      expect((await components.all())[0].data.value).toBe('Typed too late')
    })
  })

  test('asks what to keep where another window has changed the same part', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, three.slice(0, 2))
    const value = async (place: number) => (await components.all())[place].data.value
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      for (const [place, name] of ['One', 'Two'].entries()) {
        await components.update(ids[place] as string, 'LINK', { value: `${name} elsewhere` })
        await row(page, `${name} Link`).click()
        await page.getByLabel('Button text').fill(`${name} here`)
        await page.getByText('This part was changed elsewhere while you were typing here.').nth(1).waitFor()
        expect(await value(place)).toBe(`${name} elsewhere`)
        await page.getByRole('button', { name: place ? 'Take the other one' : 'Keep what is here' }).click()
        await saved(page)
      }
      expect(await value(0)).toBe('One here')
      expect(await value(1)).toBe('Two elsewhere')
      expect(await page.getByLabel('Button text').inputValue()).toBe('Two elsewhere')
    })
  })

  test('takes numbers key by key, with the zeros and signs that are not yet a number of their own', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['MAPS', { name: 'Pontianak' }]])
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Pontianak Map').click()
      const typed = async (label: string, text: string) => {
        const field = page.getByLabel(label, { exact: true })
        await field.fill('')
        await field.pressSequentially(text)
        expect(await field.inputValue()).toBe(text)
      }
      await typed('Latitude', '-0.05')
      await typed('Longitude', '109.0305')
      await saved(page)
      expect((await components.all())[0].data).toMatchObject({ lat: -0.05, lng: 109.0305 })
      await typed('Latitude', '1.10')
    })
  })

  test('knows its own change again where the answer to it was lost, and goes on saving', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await row(page, 'One Link').click()
        // The server does what it is asked, and nobody hears of it.
        await page.route('**/api/microsites/*/components/*', async (route) => {
          await route.fetch()
          await route.abort()
        })
        await page.getByLabel('Button text').fill('On the way')
        await page.getByText('Not saved: No answer came.').waitFor()
        expect((await components.all())[0].data.value).toBe('On the way')
        await page.unroute('**/api/microsites/*/components/*')
        await page.getByLabel('Button text').fill('On the way and further')
        await saved(page)
        expect((await components.all())[0].data.value).toBe('On the way and further')
      },
      { unsaid: /ERR_FAILED/ },
    )
  })

  test('goes on where the storage of the browser is full', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.evaluate(() => {
        let size = 4 * 1024 * 1024
        for (let count = 0; size >= 1; count++)
          try {
            sessionStorage.setItem(`full ${count}`, 'x'.repeat(size))
          } catch {
            size = Math.floor(size / 2)
          }
      })
      await row(page, 'One Link').click()
      await page.getByLabel('Button text').fill('Typed all the same')
      await row(page, 'Typed all the same Link').or(page.getByText('Typed all the same').first()).waitFor()
      await saved(page)
      expect((await components.all())[0].data.value).toBe('Typed all the same')
    })
  })

  test('asks before a tab is closed that holds what could not be saved', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'One Link').click()
      await page.getByLabel('Leads to').fill('javascript:alert(1)')
      await notSaved(page)
      const asked = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      expect(await page.getByLabel('Leads to').inputValue()).toBe('javascript:alert(1)')
    })
  })

  test('makes one part of two presses in one breath, and copies of locked parts stay locked', async () => {
    const account = await instance.account()
    const { slug, components, ids } = await siteWith(account, [['TEXT', { content: 'Secret words' }]])
    await components.update(ids[0] as string, 'TEXT', { content: 'Secret words', password: 'sesame' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'More for Secret words' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).click()
      await page.getByText('Duplicated: Secret words').waitFor()
      expect((await instance.visit(`/${slug}`)).text).not.toContain('Secret words')
      await page.getByRole('button', { name: 'Add a part' }).click()
      await page.locator('button[value="LINK"]').dblclick()
      await page.locator('[id^="form-cmp_"]').waitFor()
      expect(await components.ids()).toHaveLength(3)
      expect(await page.getByRole('button', { name: /^Move: / }).count()).toBe(3)
    })
  })

  test('ends with the theme that was chosen last, however slow the first one is', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      const held = Promise.withResolvers<void>()
      const sent: unknown[] = []
      await page.route(`**/api/microsites/${slug}`, async (route) => {
        if (route.request().method() === 'PUT' && sent.push(route.request().postDataJSON()) === 1)
          await held.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Look', exact: true }).click()
      const radios = page.getByRole('radio')
      for (const place of [1, 2, 3]) await radios.nth(place).click()
      held.resolve()
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await page.waitForResponse((answer) => answer.request().method() === 'PUT')
      expect(sent).toHaveLength(2)
      expect(await radios.nth(3).isChecked()).toBe(true)
      expect((await account.call(`GET /microsites/${slug}`)).body.data.theme).toBe(
        (sent[1] as { theme: string }).theme,
      )
    })
  })

  test('keeps a title that is being typed while somebody looks at another section, or reloads', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByLabel('Title').fill('A better title')
      await page.getByRole('button', { name: 'Content', exact: true }).click()
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      expect(await page.getByLabel('Title').inputValue()).toBe('A better title')
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      expect(await page.getByLabel('Title').inputValue()).toBe('A better title')
      // Meanwhile the other field was changed elsewhere.
      await account.call(`PUT /microsites/${slug}`, { body: { description: 'From elsewhere' } })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'A better title' }).waitFor()
      expect((await account.call(`GET /microsites/${slug}`)).body.data).toMatchObject({
        title: 'A better title',
        description: 'From elsewhere',
      })
    })
  })

  test('takes pasted HTML, right-to-left and very long texts as the texts that they are', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['TEXT', { content: 'Here' }]])
    const hostile = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> مرحبا ${'long'.repeat(500)}`
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await row(page, 'Here Text').click()
      const field = page.getByLabel('Text', { exact: true })
      await field.fill(hostile)
      await saved(page)
      expect((await components.all())[0].data.content).toBe(hostile)
      await preview(page).getByText('<img src=x').waitFor()
      expect(await preview(page).locator('img, script').count()).toBe(0)
      expect(await page.title()).not.toBe('hit')
      expect(await field.getAttribute('dir')).toBe('auto')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })

  test('lets nothing out of its preview, which runs no script and goes nowhere', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, three.slice(0, 1))
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await preview(page).getByRole('link', { name: 'One' }).click()
      await preview(page).getByRole('link', { name: 'One' }).waitFor()
      expect(page.url()).toEndWith(`/dashboard/microsites/${slug}`)
      const policy = (await instance.ask('GET /dashboard/preview')).headers.get('content-security-policy')
      expect(policy).not.toContain('script-src')
    })
  })

  const some: [string, object][] = [
    ['PROFILE', { title: 'Ana' }],
    ['LINK', { value: 'One', href: 'https://example.com/' }],
    ['HORIZONTAL_LINK', { links: [{ icon: 'github', url: 'https://github.com/' }] }],
    ['IMAGE', {}],
  ]
  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  async function unfold(page: Page, name: string) {
    await row(page, name).click()
    for (const fold of await page.locator('main details > summary').all()) await fold.click()
    await page.evaluate(() => scrollTo(0, 0))
  }
  test('has forms and a preview in which axe finds nothing, light on a phone', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, some)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await unfold(page, 'One Link')
        expect(await axeFindings(page)).toEqual([])
        expect(await fits(page)).toBe(true)
        await unfold(page, '× 1 Row of icons')
        expect(await fits(page)).toBe(true)
        await page.getByRole('button', { name: 'Preview' }).click()
        await preview(page).getByRole('link', { name: 'One' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      { ...phone, colorScheme: 'light' },
    )
  })

  test('has forms and sections in which axe finds nothing, dark on a desk', async () => {
    const account = await instance.account()
    const { slug } = await siteWith(account, some)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open(`/microsites/${slug}`)
        await unfold(page, '× 1 Row of icons')
        expect(await axeFindings(page)).toEqual([])
        for (const name of ['Look', 'Settings', 'Statistics']) {
          await page.getByRole('button', { name, exact: true }).click()
          expect(await axeFindings(page)).toEqual([])
        }
        await page.getByRole('button', { name: 'Content', exact: true }).click()
        await page.getByRole('button', { name: 'Add a part' }).click()
        await page.getByRole('dialog').waitFor()
        expect(await axeFindings(page)).toEqual([])
      },
      { colorScheme: 'dark' },
    )
  })
})
