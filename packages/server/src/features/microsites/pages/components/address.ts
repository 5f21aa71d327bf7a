// The addresses below a microsite's slug: which component each of them names, and which of its links.
import type { StoredComponent } from '../../microsites/index.ts'
import type { CachedPage } from '../page-cache.ts'

/** The extensions of the files that visitors can save from a component. */
export type FileFormat = 'ics' | 'vcf'

export interface ComponentAddress {
  slug: string
  /** The component's identifier. */
  id: string
  /** One of the component's several links; null for the component itself. */
  linkName: string | null
  format: FileFormat | null
}

/** A request at an address of a component. */
export interface ComponentVisit {
  request: Request
  requestId: string
  address: string
  qr: boolean
  cached: CachedPage
  component: StoredComponent
  linkName: string | null
}

// The longest is a shop item's: a slug, and two identifiers with room to spare.
const longest = 400
const segment = /^[A-Za-z0-9_-]{1,100}$/
const named = /^(cmp_[A-Za-z0-9]{1,60})(?:\.(ics|vcf))?$/

/** Parses a path without its leading slash; null if it names no component. */
export function readAddress(path: string): ComponentAddress | null {
  if (path.length > longest) return null
  const [slug = '', name = '', linkName = null, ...more] = path.split('/')
  const [, id, format = null] = named.exec(name) ?? []
  if (id === undefined || more.length > 0 || !segment.test(slug)) return null
  if (linkName !== null && (format !== null || !segment.test(linkName))) return null
  return { slug, id, linkName, format: format as FileFormat | null }
}
