// Linnet's dependencies: each is pinned, documented and declared where it is used, and none is tied to one registry.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, { resolved?: string; link?: boolean; integrity?: string; license?: string }>
}

const manifest = (file: string) => JSON.parse(read(file)) as Manifest
const manifests = [
  'package.json',
  'test/referees/package.json',
  ...new Bun.Glob('packages/*/package.json').scanSync({ cwd: root }),
]
const locks = ['package-lock.json', 'test/referees/package-lock.json'].map(
  (file) => JSON.parse(read(file)) as Lock,
)
const dependenciesOf = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
const foreign = new Set(manifests.flatMap((file) => dependenciesOf(manifest(file)).map(([name]) => name)))
for (const name of foreign) if (name.startsWith('@linnet/')) foreign.delete(name)

describe('dependencies', () => {
  test('are pinned to an exact version in every package', () => {
    const loose = manifests.flatMap((file) =>
      dependenciesOf(manifest(file))
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`),
    )
    expect(loose).toEqual([])
  })

  test('each have one line in docs/dependencies.md, with their licence', () => {
    const rows = [...read('docs/dependencies.md').matchAll(/^\| `(.+?)` \|(.+)\|$/gm)].map(
      ([, name, rest]) => {
        const [purpose, reason, license, replacement] = (rest as string).split('|').map((cell) => cell.trim())
        return { name: name as string, purpose, reason, license, replacement }
      },
    )
    expect(rows.map(({ name }) => name).sort()).toEqual([...foreign].sort())
    for (const { name, purpose, reason, license, replacement } of rows) {
      expect([name, purpose, reason, replacement].every(Boolean)).toBe(true)
      const licenses = locks.flatMap(({ packages }) => packages[`node_modules/${name}`]?.license ?? [])
      expect(`${name}: ${license}`).toBe(`${name}: ${licenses[0]}`)
    }
  })

  test('are declared by the package that imports them, not by another one', () => {
    const undeclared: string[] = []
    for (const file of manifests.filter((file) => file !== 'package.json')) {
      const folder = dirname(file)
      const declared = new Set(Object.keys(manifest(file).dependencies ?? {}))
      for (const source of new Bun.Glob(`${folder}/src/**/*.{ts,tsx}`).scanSync({ cwd: root })) {
        if (source.includes('.test.')) continue
        for (const [, from] of read(source).matchAll(/^(?:import|export) [^']*from '([^.'][^']*)'/gm)) {
          const [scope = '', name] = (from as string).split('/')
          const wanted = scope.startsWith('@') ? `${scope}/${name}` : scope
          if (isBuiltin(wanted) || wanted.startsWith('bun:') || wanted === 'bun') continue
          if (!declared.has(wanted)) undeclared.push(`${source}: ${wanted}`)
        }
      }
    }
    expect(undeclared).toEqual([])
  })
})

describe('the registry', () => {
  test('is not named in the lock files: packages come from whichever registry npm is configured to use', () => {
    for (const lock of locks) {
      const entries = Object.entries(lock.packages)
      expect(entries.length).toBeGreaterThan(20)
      const addressed = entries.filter(([, { resolved, link }]) => resolved !== undefined && !link)
      expect(addressed).toEqual([])
      // Downloads are verified all the same.
      const unchecked = entries.filter(
        ([path, { link, integrity }]) => path.startsWith('node_modules/') && !link && !integrity,
      )
      expect(unchecked.map(([path]) => path)).toEqual([])
    }
  })

  test("is not named in any file, not even the public one's host", () => {
    const host = ['registry', 'npmjs', 'org'].join('.')
    const search = Bun.spawnSync(['git', 'grep', '--fixed-strings', '--files-with-matches', '-e', host], {
      cwd: root,
    })
    // 1 means "nothing found"; any other status, such as a missing repository, proves nothing.
    expect({ found: search.stdout.toString(), status: search.exitCode }).toEqual({ found: '', status: 1 })
  })
})
