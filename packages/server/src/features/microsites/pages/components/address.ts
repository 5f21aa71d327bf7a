// The addresses below a microsite's slug: which part of which component one of them names.
import type { StoredComponent } from '../../microsites/index.ts'
import type { KnownPage } from '../page-cache.ts'

/** The endings of what may be saved of a component. */
export type FileFormat = 'ics' | 'vcf'

export interface ComponentAddress {
  slug: string
  /** The component's identifier. */
  id: string
  /** One of several links of it; null for the component itself. */
  part: string | null
  format: FileFormat | null
}

/** Somebody at one of the addresses of a component. */
export interface Asked {
  request: Request
  requestId: string
  address: string
  qr: boolean
  known: KnownPage
  component: StoredComponent
  part: string | null
}

// The longest is that of an item of the shop: a slug, and two identifiers with room to spare.
const longest = 400
const segment = /^[A-Za-z0-9_-]{1,100}$/
const named = /^(cmp_[A-Za-z0-9]{1,60})(?:\.(ics|vcf))?$/

/** Understands a path without its leading slash; null where it names nothing below a slug. */
export function readAddress(path: string): ComponentAddress | null {
  if (path.length > longest) return null
  const [slug = '', name = '', part = null, ...more] = path.split('/')
  const [, id, format = null] = named.exec(name) ?? []
  if (id === undefined || more.length > 0 || !segment.test(slug)) return null
  if (part !== null && (format !== null || !segment.test(part))) return null
  return { slug, id, part, format: format as FileFormat | null }
}
