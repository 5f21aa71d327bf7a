// `npm start` stopped as a supervisor does, by npm's process id only: no orphaned server stays behind.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/machine/free-port.ts'
import { root } from '../test/machine/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-npm-'))
let group: number | undefined

afterAll(() => {
  try {
    // Whatever is left, whether or not npm itself has exited.
    if (group !== undefined) process.kill(-group, 'SIGKILL')
  } catch {}
  rmSync(folder, { recursive: true })
})

test('a signal to npm stops the server, which finishes its work first', async () => {
  const port = await freePort()
  const npm = Bun.spawn(['npm', 'start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  group = npm.pid
  let said = ''
  const output = npm.stdout.pipeThrough(new TextDecoderStream()).getReader()
  while (!said.includes('Stop with')) {
    const { value, done } = await output.read()
    if (done) throw new Error(`the server did not start: ${said}`)
    said += value
  }
  const health = `http://127.0.0.1:${port}/healthz`
  expect((await fetch(health)).status).toBe(200)
  npm.kill('SIGTERM')
  await npm.exited
  await expect(fetch(health)).rejects.toThrow()
  // The pipe closes with the last process that holds it.
  for (let read = await output.read(); !read.done; read = await output.read()) said += read.value
  expect(said).toEndWith('Stopped.\n')
})
