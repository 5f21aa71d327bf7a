// Account pages in a real browser, in the colour schemes and languages that account-pages.test.ts leaves out.
import { afterAll, beforeAll } from 'bun:test'
import { type Instance, startInstance } from '../test/instance.ts'
import { testAccountLook } from './account-look.ts'

let instance: Instance

beforeAll(async () => {
  instance = await startInstance('sqlite')
})

afterAll(async () => {
  await instance.stop()
  await instance.database.remove()
})

testAccountLook(() => instance, { colorScheme: 'light', locale: 'en', hasCodes: true })
testAccountLook(() => instance, { colorScheme: 'light', locale: 'en', hasCodes: false })
testAccountLook(() => instance, { colorScheme: 'dark', locale: 'id', hasCodes: false })
