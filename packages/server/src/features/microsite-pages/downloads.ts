// Files that a visitor saves from a component: an event for the calendar, a contact for the address book.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import { type Clock, unixSeconds } from '../../platform/clock.ts'
import { notFound } from '../redirect/index.ts'
import type { Asked, FileFormat } from './component-address.ts'
import type { Count } from './counting.ts'
import { countTap } from './taps.ts'

/** What the pages write, as texts; null where there is nothing to save yet. */
export interface FileWriters {
  calendar(
    data: ComponentData<'CALENDAR'>,
    page: { title: string; url: string },
    stamp: { id: string; now: number },
  ): string | null
  contact(data: ComponentData<'CONTACT'>, page: { title: string }): string | null
}

const formats: Record<FileFormat, { kind: ComponentKind; type: string }> = {
  ics: { kind: 'CALENDAR', type: 'text/calendar; charset=utf-8' },
  vcf: { kind: 'CONTACT', type: 'text/vcard; charset=utf-8' },
}

export type Save = (asked: Asked, format: FileFormat) => Response

/** Gives what answers with the file of a component, and counts that as a tap on it. */
export function createSaving(
  writers: FileWriters,
  { clock, count, origin }: { clock: Pick<Clock, 'now'>; count: Count; origin: string },
): Save {
  function write({ known, component: { id, kind, data } }: Asked): string | null {
    const { title, slug } = known.page
    const page = { title, url: `${origin}/${slug}` }
    if (kind !== 'CALENDAR') return writers.contact(data as ComponentData<'CONTACT'>, page)
    return writers.calendar(data as ComponentData<'CALENDAR'>, page, { id, now: unixSeconds(clock.now()) })
  }

  return (asked, format) => {
    const { request, requestId, known, component } = asked
    const { kind, type } = formats[format]
    const text = component.kind === kind ? write(asked) : null
    if (text === null) return notFound(request, requestId)
    countTap(asked, null, count)
    return new Response(text, {
      headers: {
        'Content-Type': type,
        // A slug has only letters, digits, - and _, so it needs no quoting rules.
        'Content-Disposition': `attachment; filename="${known.page.slug}.${format}"`,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
        'X-Request-Id': requestId,
      },
    })
  }
}
