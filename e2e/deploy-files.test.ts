// The files in deploy/, looked at by what reads them: every setting that they name is one, and systemd takes the unit.
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { settings } from '../packages/server/src/settings.ts'
import { root } from '../test/program.ts'
import { needs } from '../test/requirements.ts'

needs('systemd')

const read = (file: string) => readFileSync(resolve(root, 'deploy', file), 'utf8')
const isSetting = (name: string) => Object.hasOwn(settings, name.replace(/_FILE$/, ''))

interface Service {
  image?: string
  environment?: Record<string, string>
  volumes?: string[]
  networks?: Record<string, object | null>
  secrets?: string[]
  depends_on?: Record<string, { condition: string }>
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
  secrets?: Record<string, { file: string }>
}

for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
  const compose = Bun.YAML.parse(read(file)) as Compose
  const services = Object.entries(compose.services)
  const nodes = services.filter(([, { image }]) => image === undefined)

  test(`${file} gives nodes settings that there are, and all names in it are of something in it`, () => {
    expect(nodes.length).toBe(file === 'compose.yaml' ? 1 : 2)
    for (const [name, { environment = {} }] of nodes)
      expect([name, Object.keys(environment).filter((setting) => !isSetting(setting))]).toEqual([name, []])
    for (const [name, service] of services) {
      const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      const named = volumes.filter((volume) => !volume.startsWith('.'))
      expect([name, named.filter((volume) => !(volume in compose.volumes))]).toEqual([name, []])
      expect(Object.keys(service.networks ?? {})).toEqual(['inside'])
      expect((service.secrets ?? []).filter((secret) => !(secret in (compose.secrets ?? {})))).toEqual([])
      expect(Object.keys(service.depends_on ?? {}).filter((other) => !(other in compose.services))).toEqual(
        [],
      )
    }
  })

  test(`${file} has nodes believe the proxy alone, which asks one that is there, and shows nothing else to the world`, () => {
    const caddy = compose.services.caddy as Service & { ports: string[] }
    const { inside } = caddy.networks as { inside: { ipv4_address: string } }
    for (const [, { environment }] of nodes) expect(environment?.TRUST_PROXY).toBe(inside.ipv4_address)
    const names = nodes.flatMap(([name, { networks }]) => [
      name,
      ...((networks?.inside as { aliases?: string[] } | null)?.aliases ?? []),
    ])
    expect(names).toContain(String(caddy.environment?.LINNET).replace(':3000', ''))
    expect(read('Caddyfile')).toContain('{$LINNET:')
    expect(services.filter(([, service]) => 'ports' in service).map(([name]) => name)).toEqual(['caddy'])
  })
}

test('systemd takes the unit as it stands, finds it well shut off, and its settings are settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-unit-'))
  try {
    const unit = read('linnet.service')
    const named = [...unit.matchAll(/^#?Environment=(\w+)=/gm)].map(([, name = '']) => name)
    expect(named).toEqual(['DATA_DIR', 'DATABASE_URL_FILE'])
    expect(named.filter((name) => !isSetting(name))).toEqual([])
    const file = join(folder, 'linnet.service')
    // What is commented out is read as well; the program need not be installed here.
    writeFileSync(file, unit.replaceAll(/^#(?=\w+=)/gm, '').replace('/usr/local/bin/linnet', '/bin/true'))
    const analyze = (...words: string[]) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync(['systemd-analyze', ...words, file], {
        stderr: 'pipe',
      })
      return { exitCode, said: `${stdout}${stderr}` }
    }
    expect(analyze('verify')).toEqual({ exitCode: 0, said: '' })
    expect(analyze('security', '--offline=true', '--threshold=20').said).toContain(
      'exposure level for linnet.service: 1.',
    )
    expect(analyze('security', '--offline=true', '--threshold=20').exitCode).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
