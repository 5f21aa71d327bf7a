// The cost of guessing a password: hashes use OWASP's parameters, and so does the check for an unknown account.
import { expect, spyOn, test } from 'bun:test'
import { password } from '../../../../../test/accounts/sign-in.ts'
import { atFullCost } from '../../../../../test/cheap-hashes.ts'
import { startInstance } from '../../../../../test/instance.ts'
import { everyRow } from '../../../../../test/stored-contents.ts'

const asked = '$argon2id$v=19$m=19456,t=2,p=1$'

test('every stored hash uses argon2id with 19 MiB and two passes, and so does the check for an unknown email', async () => {
  const instance = await startInstance('sqlite')
  const checking = spyOn(Bun.password, 'verify')
  try {
    await atFullCost(async () => {
      const account = await instance.account()
      await account.link({ password: 'sesame' })
      const hashes = (await everyRow(instance.database)).match(/\$argon2.{24}/g)
      expect(hashes).toEqual([asked, asked])
      const body = { email: 'nobody@example.com', password }
      expect((await instance.ask('POST /api/session', { body })).status).toBe(401)
      const against = checking.mock.calls.map(([, hash]) => hash.slice(0, asked.length))
      expect(against).toEqual([asked])
    })
  } finally {
    checking.mockRestore()
    await instance.stop()
    await instance.database.remove()
  }
})
