// The example for a new API key: a request that works with it and changes nothing.
import { expect, test } from 'bun:test'
import { exampleCall } from './example-call.ts'

const api = 'https://short.example/v2'

test('the example reads something that the key may read', () => {
  expect(exampleCall(api, 'sk_live_1', ['links:write', 'links:read', 'user:read'])).toBe(
    `curl ${api}/links \\\n  -H 'Authorization: Bearer sk_live_1'`,
  )
  expect(exampleCall(api, 'sk_live_1', ['qr:read'])).toContain(`curl ${api}/qr `)
})

test('there is no example for a key that can only write', () => {
  expect(exampleCall(api, 'sk_live_1', ['links:write'])).toBeNull()
})
