// How account pages look in a real browser: each fits a small phone and is accessible.
import { expect, test } from 'bun:test'
import { newApp, person as oauthPerson, tokensFor } from '../test/accounts/oauth.ts'
import { enrol } from '../test/accounts/second-factor.ts'
import { signIn } from '../test/accounts/sign-in.ts'
import { chrome, giveCookie, inNewWindow } from '../test/browser/browser-window.ts'
import type { Instance } from '../test/instance.ts'

const paths = [
  '',
  '/security',
  '/password',
  '/second-factor',
  '/recovery-codes',
  '/passkeys/add',
  '/sessions',
  '/apps',
  '/activity',
  '/delete',
]

interface QrStyle {
  colorScheme: 'light' | 'dark'
  locale: 'en' | 'id'
  hasCodes: boolean
}

/** Every page of an account with or without one-time codes, in this colour scheme and language. */
export function testAccountLook(
  instanceOf: () => Instance,
  { colorScheme, locale, hasCodes }: QrStyle,
): void {
  test(`fits a 320-pixel phone and is accessible, ${colorScheme}, in ${locale}, one-time codes ${hasCodes ? 'on' : 'off'}`, async () => {
    const instance = instanceOf()
    const account = await instance.account()
    const { call, cookie } = await signIn(instance, account)
    await call('PUT /user', { body: { name: 'W'.repeat(100) } })
    await tokensFor(instance, await oauthPerson(instance, account), await newApp(instance, account))
    // An enrolment shows its QR code only to the session that began it: see the test without JavaScript.
    if (hasCodes) await enrol(instance, call)
    const viewport = { width: 320, height: 640 }
    await inNewWindow(chrome, { colorScheme, locale, viewport }, async (page, context) => {
      await giveCookie(context, instance.url, cookie)
      for (const path of paths) {
        await page.goto(`${instance.url}/account${path}`)
        const seen = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          headings: document.querySelectorAll('h1').length,
          lang: document.documentElement.lang,
          unlabelled: [...document.querySelectorAll('input:not([type=hidden], [hidden])')].filter(
            (input) => (input as HTMLInputElement).labels?.length !== 1,
          ).length,
          ground: getComputedStyle(document.body).backgroundColor,
        }))
        expect([path, seen]).toStrictEqual([
          path,
          {
            overflow: 0,
            headings: 1,
            lang: locale,
            unlabelled: 0,
            ground: colorScheme === 'dark' ? 'rgb(22, 18, 16)' : 'rgb(250, 247, 245)',
          },
        ])
      }
    })
  })
}
