// Files that a visitor saves from a component: an event for the calendar, a contact for the address book.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import { iCalendarFile, vCardFile } from '@linnet/pages'
import { type Clock, unixSeconds } from '../../platform/clock.ts'
import { notFound } from '../redirect/index.ts'
import type { Asked, FileFormat } from './component-address.ts'
import type { Count } from './counting.ts'
import { countTap } from './taps.ts'

const formats: Record<FileFormat, { kind: ComponentKind; type: string }> = {
  ics: { kind: 'CALENDAR', type: 'text/calendar; charset=utf-8' },
  vcf: { kind: 'CONTACT', type: 'text/vcard; charset=utf-8' },
}

export type Save = (asked: Asked, format: FileFormat) => Response

interface SavingNeeds {
  clock: Pick<Clock, 'now'>
  count: Count
  /** Of the default short domain. */
  origin: string
}

/** Gives what answers with the file of a component, and counts that as a tap on it. */
export function createSaving({ clock, count, origin }: SavingNeeds): Save {
  function write({ known, component: { id, kind, data } }: Asked): string | null {
    const { title, slug } = known.page
    const page = { title, url: `${origin}/${slug}` }
    if (kind !== 'CALENDAR') return vCardFile(data as ComponentData<'CONTACT'>, page)
    return iCalendarFile(data as ComponentData<'CALENDAR'>, page, { id, now: unixSeconds(clock.now()) })
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
