// Copies the icons in use from the packages of Lucide and Simple Icons. To add or update icons, run
// `npm pack lucide-static@1.62.0 simple-icons@16.37.0`, unpack both, and run
// `bun packages/pages/make-icons.ts LUCIDE SIMPLE` with their folders.
import { join, resolve } from 'node:path'
import { brands, linkedin } from './src/icons/brands.ts'
import { things } from './src/icons/things.ts'

const [lucide, simple] = process.argv.slice(2).map((folder) => resolve(folder))
if (!lucide || !simple)
  throw new Error('Usage: make-icons.ts LUCIDE SIMPLE, where lucide-static and simple-icons are unpacked')
const iconFolder = join(import.meta.dir, 'src/icons')
const dashboard = resolve(import.meta.dir, '../dashboard/src')

/** The shapes of an icon, without the <svg> element around them, which sets the style. */
async function shapesOf(folder: string, name: string): Promise<string> {
  const svg = await Bun.file(join(folder, 'icons', `${name}.svg`)).text()
  const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
  return shapes.replace(/\s+/g, ' ').replaceAll(' />', '/>').replaceAll('> <', '><').trim()
}

async function shapesByName<Name extends string>(
  names: Iterable<Name>,
  read: (name: Name) => Promise<string>,
): Promise<string> {
  const shapes: Record<string, string> = {}
  for (const name of [...new Set(names)].sort()) shapes[name] = await read(name)
  return `${JSON.stringify(shapes, null, 2)}\n`
}

await Bun.write(
  join(iconFolder, 'thing-shapes.json'),
  await shapesByName(
    Object.values(things).map(({ lucideName }) => lucideName),
    (name) => shapesOf(lucide, name),
  ),
)
await Bun.write(
  join(iconFolder, 'brand-paths.json'),
  await shapesByName(
    brands.filter((brand) => brand !== linkedin).flatMap(({ names: [name] }) => name ?? []),
    async (name) => {
      const path = / d="([^"]+)"/.exec(await shapesOf(simple, name))?.[1]
      if (!path) throw new Error(`The logo ${name} has no path.`)
      return path
    },
  ),
)

// The dashboard's icons are those that its source files import.
const imported = new Set<string>()
for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan({ cwd: dashboard })) {
  const source = await Bun.file(join(dashboard, file)).text()
  for (const [, list = ''] of source.matchAll(/import \{([^}]*)\} from '[^']*\/icons\.ts'/g))
    for (const [name] of list.replace(/\bas \w+/g, '').matchAll(/\w+/g)) imported.add(name)
}
const components: string[] = []
for (const name of [...imported].sort()) {
  const shapes = await shapesOf(lucide, name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase())
  const written = [...shapes.matchAll(/<(\w+)([^>]*)\/>/g)].map(([, element, attributes = '']) => {
    const path = /^ d="([^"]+)"$/.exec(attributes)?.[1]
    if (element === 'path' && path) return `'${path}'`
    const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => `${key}: '${value}'`)
    return `['${element}', { ${pairs.join(', ')} }]`
  })
  components.push(`export const ${name} = /* @__PURE__ */ icon(${written.join(', ')})`)
}
await Bun.write(
  join(dashboard, 'components/icons.ts'),
  `// The icons of Lucide that the dashboard uses, under Lucide's names; written by packages/pages/make-icons.ts.
import { icon } from './icon.ts'

${components.join('\n')}
`,
)
const program = resolve(import.meta.dir, '../../node_modules/.bin/biome')
await Bun.$`${program} format --write ${iconFolder} ${join(dashboard, 'components/icons.ts')}`.quiet()
