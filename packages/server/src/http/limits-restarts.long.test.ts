// Request limits across a restart of a server with thousands of client addresses.
import { afterEach, expect, test } from 'bun:test'
import { freshDatabase } from '../../../../test/databases.ts'
import { endAll, type ServerProcess, serve } from '../../../../test/machine/program.ts'

afterEach(endAll)

test('the admissions file grows with the traffic: twenty thousand addresses are remembered as well as one', async () => {
  const database = await freshDatabase('sqlite')
  const settings = { ...database.env, ANONYMOUS_REQUESTS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,::1' }
  const addresses = Array.from({ length: 20_000 }, (_, index) => `10.${index >> 8}.${index & 255}.7`)
  const crowd = async (server: ServerProcess) => {
    const left = addresses.slice()
    let admitted = 0
    const person = async () => {
      for (let address = left.pop(); address; address = left.pop()) {
        const { status } = await fetch(`${server.url}/v2/user`, { headers: { 'x-forwarded-for': address } })
        if (status === 401) admitted++
      }
    }
    await Promise.all(Array.from({ length: 16 }, person))
    return admitted
  }
  for (const admitted of [addresses.length, 0]) {
    const server = await serve(settings)
    expect(await crowd(server)).toBe(admitted)
    await server.end('SIGKILL')
  }
  await database.remove()
})
