// A client that a generator makes of the API's description compiles, and does the main job of an integrating developer.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, type Instance, startInstance } from '../instance.ts'
import { outcomeOf } from '../machine/child-output.ts'

describe('a client that openapi-typescript generates', () => {
  let instance: Instance
  let account: Account
  let folder: string

  beforeAll(async () => {
    instance = await startInstance('sqlite')
    account = await instance.account()
    // Beside the generator, so that the program finds the libraries that it imports.
    folder = mkdtempSync(join(import.meta.dir, 'node_modules/.client-'))
    for (const file of ['main-job.ts', 'tsconfig.json'])
      cpSync(join(import.meta.dir, 'generated-client', file), join(folder, file))
    await run(program('openapi-typescript'), `${instance.url}/v2/openapi.json`, '--output', 'api.ts')
  })

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await instance.stop()
    await instance.database.remove()
  })

  test('compiles, with a type for each kind of component', async () => {
    await run(program('tsc'), '--project', folder)
  })

  test('creates, finds and counts links, creates a page, and subscribes to events', async () => {
    const printed = await run(join(folder, 'main-job.ts'))
    expect(JSON.parse(printed)).toEqual({
      short_url: `${instance.url}/generated`,
      title: 'Generated',
      total: 1,
      days: 30,
      kind: 'LINK',
      href: 'https://example.com/shop',
      refused: 'validation_failed',
      secret: 'whsec_',
    })
  })

  /** Runs a program with Bun in the client's folder: what it printed, or an error with what it said. */
  async function run(file: string, ...words: string[]): Promise<string> {
    const child = Bun.spawn([process.execPath, file, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, BASE_URL: `${instance.url}/v2`, API_KEY: account.key },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const { status, out, error } = await outcomeOf(child)
    if (status !== 0) throw new Error(`${file} ${words.join(' ')} failed:\n${out}${error}`)
    return out
  }
})

function program(name: string): string {
  return join(import.meta.dir, 'node_modules/.bin', name)
}
