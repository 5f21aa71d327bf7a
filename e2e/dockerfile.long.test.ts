// Runs the steps of the Dockerfile without a container engine, because there is none where the suite runs.
import { afterAll, expect, test } from 'bun:test'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { follow, stagesOf } from '../test/dockerfile.ts'
import { endAll, linnet, root, serve } from '../test/machine/program.ts'

needs('Linux')

const folder = mkdtempSync(join(tmpdir(), 'linnet-image-'))
chmodSync(folder, 0o755)
const program = join(folder, 'linnet')
const [build = [], image = []] = stagesOf(await Bun.file(join(root, 'Dockerfile')).text())
const of = (name: string) => image.filter((step) => step.name === name).map(({ words }) => words)

afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

test('the build has everything the executable needs, and builds it', async () => {
  const at = join(folder, 'build')
  mkdirSync(at)
  await follow(build, {
    context: root,
    folder: at,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TARGETARCH: 'amd64' },
    // What npm would install is already here.
    instead: { 'npm ci --omit=dev': `cp -al ${root}/node_modules .` },
  })
  expect(existsSync(join(at, 'dist/linnet'))).toBe(true)
  expect(existsSync(join(at, 'packages/dashboard/.bundles'))).toBe(false)
  copyFileSync(join(at, 'dist/linnet'), program)
  chmodSync(program, 0o755)
  rmSync(at, { recursive: true })
})

test('the image runs it as its own user, with its settings, and has a health check', async () => {
  const env = Object.fromEntries(
    of('ENV').flatMap((line) => line.split(' ').map((word) => word.split('=', 2) as [string, string])),
  )
  expect(env).toEqual({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' })
  expect([of('USER'), of('ENTRYPOINT'), of('CMD')]).toEqual([['linnet'], ['["linnet"]'], ['["serve"]']])
  const uid = Number(/--uid (\d+)/.exec(of('RUN')[0] ?? '')?.[1])
  const data = join(folder, 'data')
  mkdirSync(join(data, 'assets'), { recursive: true })
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [data, join(data, 'assets')]) chownSync(path, uid, uid)
  // As the image's user, if we may switch users.
  const as = isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', program] : [program]
  const settings = { ...env, DATA_DIR: data, PORT: undefined }
  const server = await serve(settings, { program: as[0] as string, cwd: data, before: as.slice(1) })
  const [, words = '[]'] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '') ?? []
  const [name, ...check] = JSON.parse(words) as string[]
  expect(name).toBe('linnet')
  const asked = () => linnet(check, { ...settings, PORT: String(server.port) }, { program })
  expect(await asked()).toMatchObject({ status: 0, error: '' })
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await asked()).toMatchObject({
    status: 1,
    error: expect.stringMatching(/^linnet: no server answers at [^\n]+\n$/),
  })
})
