// The files in deploy/: every setting they name exists, and they are consistent with each other.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { settings } from '../packages/server/src/config/settings.ts'
import { root } from '../test/machine/program.ts'

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

  test(`${file} gives nodes only existing settings, and all its references resolve`, () => {
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

  test(`${file} has nodes trust only the proxy, which forwards to an existing node, and exposes nothing else`, () => {
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

test('linnet.service names only existing settings', () => {
  const named = [...read('linnet.service').matchAll(/^#?Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(named).toEqual(['DATA_DIR', 'DATABASE_URL_FILE'])
  expect(named.filter((name) => !isSetting(name))).toEqual([])
})
