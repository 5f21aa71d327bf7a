// Writes the bundle that a single-file executable contains to the bundle cache, where the next version finds it.
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepBundle } from './bundle-folders.ts'

/** Writes the one bundle in the folder `embedded` into `cache`, unless it is there already; returns its folder's name. */
export async function unpackInto(cache: string, embedded: string): Promise<string> {
  const [name] = await readdir(embedded)
  if (!name) throw new Error('this executable was built without the dashboard')
  const from = join(embedded, name)
  return await keepBundle(cache, name, async (partial) => {
    await mkdir(partial)
    for (const file of await readdir(from))
      await Bun.write(join(partial, file), await Bun.file(join(from, file)).bytes())
  })
}
