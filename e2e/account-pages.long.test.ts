// Account pages in a real browser, in the colour schemes and languages that account-pages.test.ts leaves out.
import { sharedInstance } from '../test/instance.ts'
import { testAccountLook } from './account-look.ts'

const instance = sharedInstance('sqlite')

testAccountLook(() => instance, { colorScheme: 'light', locale: 'en', hasCodes: true })
testAccountLook(() => instance, { colorScheme: 'light', locale: 'en', hasCodes: false })
testAccountLook(() => instance, { colorScheme: 'dark', locale: 'id', hasCodes: false })
