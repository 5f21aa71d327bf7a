// What a visitor may save of a component, as text: an event for the calendar, a contact for the address book.
import type { ComponentData } from '@linnet/contract'
import { iCalendarFile, vCardFile } from '@linnet/pages'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { StoredComponent } from '../../microsites/index.ts'
import type { KnownPage } from '../page-cache.ts'
import type { FileFormat } from './address.ts'
import { type HoldUpNeeds, holdUpOf } from './judging.ts'

export interface SavedFileNeeds extends HoldUpNeeds {
  /** Of the default short domain. */
  origin: string
}

/** Null where a component has no such file. */
export function savedFile(
  known: Pick<KnownPage, 'page'>,
  { id, kind, data }: StoredComponent,
  format: FileFormat,
  needs: SavedFileNeeds,
): string | null {
  const { title, slug } = known.page
  const page = { title, url: `${needs.origin}/${slug}` }
  if (format === 'vcf') {
    if (kind !== 'CONTACT') return null
    const { website, ...contact } = data as ComponentData<'CONTACT'>
    // From an address book nobody comes by here any more.
    const isFree = website !== undefined && holdUpOf(needs, known.page, website) === null
    return vCardFile(isFree ? { ...contact, website } : contact, page)
  }
  const now = unixSeconds(needs.clock.now())
  return kind === 'CALENDAR' ? iCalendarFile(data as ComponentData<'CALENDAR'>, page, { id, now }) : null
}
