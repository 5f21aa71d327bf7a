// What a visitor may save of a component, as text: an event for the calendar, a contact for the address book.
import type { ComponentData } from '@linnet/contract'
import { iCalendarFile, vCardFile } from '@linnet/pages'
import type { StoredComponent } from '../microsites/index.ts'
import type { FileFormat } from './component-address.ts'
import type { KnownPage } from './known-pages.ts'

/** Null where a component has no such file. `now` is in Unix seconds. */
export function savedFile(
  known: Pick<KnownPage, 'page'>,
  { id, kind, data }: StoredComponent,
  format: FileFormat,
  { origin, now }: { origin: string; now: number },
): string | null {
  const { title, slug } = known.page
  const page = { title, url: `${origin}/${slug}` }
  if (format === 'vcf') return kind === 'CONTACT' ? vCardFile(data as ComponentData<'CONTACT'>, page) : null
  return kind === 'CALENDAR' ? iCalendarFile(data as ComponentData<'CALENDAR'>, page, { id, now }) : null
}
