// The static files of pages, by the names under which the server serves them. Browsers cache them forever, because a
// changed file gets a new name.
import { createHash } from 'node:crypto'
import { favicon } from './brand.tsx'
import { fontFiles } from './fonts/font-files.ts'
import { fonts } from './fonts/fonts.ts'
import { micrositeScript } from './microsite/script.ts'

export interface StaticFile {
  /** Its media type. */
  type: string
  /** Its content, or its path on disk. */
  content: { text: string } | { path: string }
}

export const staticFolder = '/static/'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const faviconName = `linnet-${hashOf(favicon)}.svg`

/** The files by their names under `/static/`. */
export const staticFiles: ReadonlyMap<string, StaticFile> = new Map([
  [faviconName, { type: 'image/svg+xml', content: { text: favicon } }],
  [
    micrositeScript.address.slice(staticFolder.length),
    { type: micrositeScript.type, content: { text: micrositeScript.text } },
  ],
  ...fonts
    .flatMap(fontFiles)
    .map(([name, path]): [string, StaticFile] => [name, { type: 'font/woff2', content: { path } }]),
])
