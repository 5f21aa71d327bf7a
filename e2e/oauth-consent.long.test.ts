// The OAuth consent screen in a real browser with JavaScript, and in the other colour scheme and language.
import { sharedInstance } from '../test/instance.ts'
import { sharedBrowser, testConsent } from './consent-screen.ts'

const instance = sharedInstance('sqlite')
const browser = sharedBrowser()

testConsent(() => ({ instance, browser }), true, { colorScheme: 'light', locale: 'en', yes: 'Allow' })
