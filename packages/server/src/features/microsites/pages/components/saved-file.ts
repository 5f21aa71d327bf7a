// The content of a file that a visitor saves from a component: an event for the calendar, a contact for the address book.
import type { ComponentData } from '@linnet/contract'
import { iCalendarFile, vCardFile } from '@linnet/pages'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { StoredComponent } from '../../microsites/index.ts'
import type { CachedPage } from '../page-cache.ts'
import type { FileFormat } from './address.ts'
import { type HoldUpNeeds, holdUpOf } from './destination-check.ts'

export interface SavedFileNeeds extends HoldUpNeeds {
  /** Of the default short domain. */
  origin: string
}

/** Null if the component has no such file. */
export function savedFile(
  cached: Pick<CachedPage, 'page'>,
  { id, kind, data }: StoredComponent,
  format: FileFormat,
  needs: SavedFileNeeds,
): string | null {
  const { title, slug } = cached.page
  const page = { title, url: `${needs.origin}/${slug}` }
  if (format === 'vcf') {
    if (kind !== 'CONTACT') return null
    const { website, ...contact } = data as ComponentData<'CONTACT'>
    // A link in an address book no longer goes through our checks.
    const isFree = website !== undefined && holdUpOf(needs, cached.page, website) === null
    return vCardFile(isFree ? { ...contact, website } : contact, page)
  }
  const now = unixSeconds(needs.clock.now())
  return kind === 'CALENDAR' ? iCalendarFile(data as ComponentData<'CALENDAR'>, page, { id, now }) : null
}
