// The OAuth consent screen in a real browser with JavaScript, and in the other colour scheme and language.
import { afterAll, beforeAll } from 'bun:test'
import { type Instance, startInstance } from '../test/instance.ts'
import { type OauthBrowser, startOauthBrowser } from '../test/oauth-browser.ts'
import { testConsent } from './consent-screen.ts'

let instance: Instance
let browser: OauthBrowser

beforeAll(async () => {
  instance = await startInstance('sqlite')
  browser = await startOauthBrowser()
})

afterAll(async () => {
  await browser?.close()
  await instance.stop()
  await instance.database.remove()
})

testConsent(() => ({ instance, browser }), true, { colorScheme: 'light', locale: 'en', yes: 'Allow' })
