// Signs people in at the provider over HTTP, as their browser would.
import type { FormBrowser } from '../browser/form-browser.ts'
import { formIn } from '../html.ts'
import type { Answer } from '../instance.ts'

/** The browser's cookies at the provider. */
export type ProviderCookies = Map<string, string>

const mostSteps = 10

/**
 * Follows an authorization address as somebody who signs in there by this name (empty: who cancels), and returns the address
 * that leads back to Linnet. With the cookies of an earlier visit, the provider may know them already.
 */
export async function atProvider(
  address: string,
  name: string,
  cookies: ProviderCookies = new Map(),
): Promise<string> {
  const { origin } = new URL(address)
  let next: { url: string; body?: URLSearchParams } = { url: address }
  for (let step = 0; step < mostSteps; step++) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      method: next.body ? 'POST' : 'GET',
      body: next.body,
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(key)
      else cookies.set(key, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      const url = new URL(location, next.url)
      if (url.origin !== origin) return url.href
      next = { url: url.href }
      continue
    }
    const text = await answer.text()
    const form = formIn(text)
    if (!form) throw new Error(`the provider answered ${answer.status}: ${text}`)
    next = { url: new URL(form.action, next.url).href, body: new URLSearchParams({ name }) }
  }
  throw new Error('the provider redirects for ever')
}

/** Where the sign-in button leads: an address of the provider. */
export async function providerAddress(browser: FormBrowser, returnTo = '/account'): Promise<string> {
  const answer = await browser.open(`/account/single-sign-on?${new URLSearchParams({ return_to: returnTo })}`)
  const location = answer.headers.get('location')
  if (answer.status !== 303 || location === null) throw new Error(`it doesn't start: ${answer.text}`)
  return location
}

/** Signs in with the provider; the answer of Linnet is a redirect to the account page if it worked. */
export async function signInThere(
  browser: FormBrowser,
  name: string,
  { returnTo, cookies }: { returnTo?: string; cookies?: ProviderCookies } = {},
): Promise<Answer> {
  return await browser.open(await atProvider(await providerAddress(browser, returnTo), name, cookies))
}
