// The content of a file that a visitor saves from a component: an event for the calendar, a contact for the address book.
import { viewOf } from '@linnet/pages'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { StoredComponent } from '../../microsites/index.ts'
import type { CachedPage } from '../page-cache.ts'
import type { FileFormat } from './address.ts'
import { type HoldUpNeeds, holdUpOf } from './destination-check.ts'

/** Null if the component has no such file. */
export function savedFile(
  cached: Pick<CachedPage, 'page'>,
  { id, kind, data }: StoredComponent,
  format: FileFormat,
  needs: HoldUpNeeds,
): string | null {
  const { title, url } = cached.page
  const file = viewOf(kind).file
  if (file?.format !== format) return null
  const page = { title, url }
  const isHeldUp = (address: string) => holdUpOf(needs, cached.page, address) !== null
  return file.content(data, page, { id, now: unixSeconds(needs.clock.now()), isHeldUp })
}
