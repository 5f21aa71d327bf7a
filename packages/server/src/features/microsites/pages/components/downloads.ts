// Files that a visitor saves from a component: an event for the calendar, a contact for the address book.
import { viewOf } from '@linnet/pages'
import { notFound } from '../../../../http/visitor-answers.ts'
import type { Count } from '../counting.ts'
import type { ComponentVisit, FileFormat } from './address.ts'
import type { HoldUpNeeds } from './destination-check.ts'
import { savedFile } from './saved-file.ts'
import { countTap } from './taps.ts'

const types: Record<FileFormat, string> = {
  ics: 'text/calendar; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
}

export type Save = (visit: ComponentVisit, format: FileFormat) => Response

interface SavingNeeds extends HoldUpNeeds {
  count: Count
}

/** Returns a function that answers with the file of a component, and counts that as a tap on it. */
export function createSaving({ count, ...needs }: SavingNeeds): Save {
  return (visit, format) => {
    const { request, requestId, cached, component } = visit
    const text = savedFile(cached, component, format, needs)
    if (text === null) return notFound(request, requestId)
    countTap(visit, null, count)
    return new Response(text, {
      headers: {
        'Content-Type': types[format],
        'Content-Disposition': dispositionOf(component, cached.page.slug, format),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
      },
    })
  }
}

/**
 * The file is named after the contact if that is usable as a file name, otherwise after the slug, which has only letters,
 * digits, - and _. A name beyond ASCII is added in encoded form (RFC 6266, section 4.3; RFC 8187).
 */
function dispositionOf(
  { kind, data }: ComponentVisit['component'],
  slug: string,
  format: FileFormat,
): string {
  const names = viewOf(kind).file?.names?.(data) ?? []
  const own = names.map(fileName).find(Boolean) ?? slug
  const isPlain = /^[A-Za-z0-9 ._-]+$/.test(own)
  const plain = `attachment; filename="${isPlain ? own : slug}.${format}"`
  return isPlain ? plain : `${plain}; filename*=UTF-8''${encoded(own)}.${format}`
}

// Without what some systems don't allow in file names: separators, wildcards, dots at either end.
const fileName = (text = '') =>
  [...text.toWellFormed().replace(/[\p{C}\p{Z}\s/\\:*?"<>|%]+/gu, ' ')]
    .slice(0, 60)
    .join('')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*!]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
