// What the tools on links say of their results.
import { api, type ErrorCode, type Link } from '@linnet/contract'
import { count, fitting, listed, moment } from './lines.ts'
import { quoted } from './quoting.ts'

// One destination can be told at length; many have to do with the usual start.
const longDestination = 1000

/** What every answer about a link tells of it. */
type Told = Pick<Link, 'id' | 'short' | 'short_url' | 'long_url' | 'title' | 'status'> & Partial<Link>

export interface BulkTold {
  success: number
  failed: number
  items: {
    index: number
    success: boolean
    error?: ErrorCode | string
    message?: string
    data?: Pick<Link, 'id' | 'short' | 'short_url'>
  }[]
}

export function linkCreated({ data }: { data: Told }): string {
  return `Created ${redirection(data)} (${naming(data)}).`
}

export function linkUpdated({ data }: { data: Told }): string {
  return `Updated ${redirection(data)} (${naming(data)}).`
}

export function linkRestored({ data }: { data: Told }): string {
  return `Restored ${redirection(data)} (${naming(data)}).`
}

export function linkArchived({ data: { id, short, short_url } }: { data: Told }): string {
  return `Archived ${short_url} (short code ${short}, id ${id}): it no longer redirects, and its code stays taken. unarchive_link restores it.`
}

export function linkRead({ data }: { data: Link }): string {
  const { clicks, created_at, updated_at, archived_at } = data
  const times = listed([
    `created ${moment(created_at)}`,
    updated_at !== created_at && `changed ${moment(updated_at)}`,
    archived_at !== null && `archived ${moment(archived_at)}`,
  ])
  return `${redirection(data)} (${naming(data)}).\n${count(clicks, 'click')}; ${times}.`
}

export function linksListed(
  { data, total }: { data: Link[]; total: number },
  input: Record<string, unknown>,
): string {
  const { page, limit } = api.links.list.query.parse(input)
  if (total === 0) return 'No links.'
  if (data.length === 0) return `Page ${page} is empty: there are ${count(total, 'link')} in all.`
  const first = (page - 1) * limit + 1
  const last = first + data.length - 1
  const next = last < total ? `Next: page ${page + 1}.` : 'These are the last.'
  return fitting(
    [`Links ${first} to ${last} of ${total}. ${next}`],
    data.map(line),
    (shown) =>
      `Links ${first + shown} to ${last} are left out here for their length. To read them, ask for pages with a smaller limit.`,
  )
}

function line(link: Link): string {
  const { short, short_url, long_url, title, clicks } = link
  const words = listed([state(link), count(clicks, 'click'), short_url])
  return `- ${short} → ${quoted(long_url)}${title ? ` ${quoted(title)}` : ''}, ${words}`
}

export function codeIsFree({ data: { short } }: { data: { short: string } }): string {
  return `The short code ${quoted(short)} is free.`
}

export function linksCreated({ data: { success, failed, items } }: { data: BulkTold }): string {
  const outcome = failed
    ? `Created ${count(success, 'link')}; ${failed} failed`
    : `Created ${count(success, 'link')}`
  return fitting(
    [`${outcome}. By place in \`links\`, from 0:`],
    items.map(({ index, data, error, message }) =>
      data
        ? `- ${index}: ${data.short_url} (short code ${data.short}, id ${data.id})`
        : `- ${index}: failed, ${error}: ${message}`,
    ),
    (shown) =>
      `What came of the items from ${shown} on is left out here for its length. list_links has the links.`,
  )
}

function redirection({ short_url, long_url, title }: Told): string {
  return `${short_url} → ${quoted(long_url, longDestination)}${title ? ` ${quoted(title)}` : ''}`
}

function naming(link: Told): string {
  return listed([`short code ${link.short}`, `id ${link.id}`, state(link)])
}

function state({ status, has_password, disposable, adult, expired_at, archive_at }: Told): string {
  return listed([
    status,
    has_password && 'with a password',
    disposable && 'for one click only',
    adult && 'adult content',
    typeof expired_at === 'number' &&
      `${status === 'expired' ? 'expired' : 'expires'} ${moment(expired_at)} (${expired_at})`,
    archive_at && `to be archived on ${archive_at}`,
  ])
}
