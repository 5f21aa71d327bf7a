// Formats the results of tools on links.
import { api, type ErrorCode, type Link } from '@linnet/contract'
import { countNoun } from '../../platform/plural.ts'
import { fittingLines, givesSome, joined, moment, type ToolCall } from './lines.ts'
import { quoted } from './quoting.ts'

// A single destination may be long; of many, only the usual start is shown.
const longDestination = 1000

export interface BulkResult {
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

export function linkCreated({ data }: { data: Link }, { now }: ToolCall): string {
  return `Created ${redirection(data)} (${naming(data, now)}).`
}

export function linkUpdated({ data }: { data: Link }, { input, now }: ToolCall): string {
  const isChanged = givesSome(api.links.update, input)
  return [
    `${isChanged ? 'Updated' : 'Nothing was given to change. The link is'} ${redirection(data)} (${naming(data, now)}).`,
    // It may have existed before.
    ...(Object.hasOwn(input, 'domain_alias')
      ? [`It is now on ${data.domain}; an address that it had on another domain no longer works.`]
      : []),
  ].join('\n')
}

/** Why a link still doesn't redirect after it was restored; null if it does. */
function remaining({ status, disposable }: Link): string | null {
  switch (status) {
    case 'expired':
      return 'it has expired. Set expired_at with update_link.'
    case 'scheduled':
      return 'it has not started. Set starts_at to null with update_link to start it now.'
    case 'consumed':
      return disposable
        ? 'its one click is used up. Set disposable to false with update_link.'
        : 'its clicks are used up. Raise max_clicks with update_link.'
    default:
      return null
  }
}

export function linkRestored({ data }: { data: Link }, { now }: ToolCall): string {
  const reason = remaining(data)
  return [
    `Restored ${redirection(data)} (${naming(data, now)}).`,
    ...(reason ? [`It still does not redirect: ${reason}`] : []),
  ].join('\n')
}

export function linkArchived({ data: { id, short, short_url } }: { data: Link }): string {
  return `Archived ${short_url} (short code ${short}, id ${id}): it no longer redirects, and its code stays taken. unarchive_link restores it.`
}

export function linkRead({ data }: { data: Link }, { now }: ToolCall): string {
  const { clicks, created_at, updated_at, archived_at } = data
  const times = joined([
    `created ${moment(created_at)}`,
    updated_at !== created_at && `changed ${moment(updated_at)}`,
    archived_at !== null && `archived ${moment(archived_at)}`,
  ])
  return fittingLines(
    [
      `${redirection(data)} (${naming(data, now)}).`,
      `${countNoun(clicks, 'click')}; ${times}.`,
      ...(data.note ? [`Note: ${quoted(data.note, longDestination)}`] : []),
    ],
    data.rules.map(ruleLine),
    (shown) => `The rules from number ${shown + 1} on are omitted here because of their length.`,
  )
}

function ruleLine({ id, name, when, to }: Link['rules'][number], index: number): string {
  const condition =
    Object.keys(when).length > 0 ? `if ${quoted(JSON.stringify(when), longDestination)}` : 'always'
  const places = to.map(
    (one) => `${quoted(one.long_url)} (${one.id}${to.length > 1 ? `, weight ${one.weight}` : ''})`,
  )
  return `Rule ${index + 1} (${id})${name ? ` ${quoted(name)}` : ''}: ${condition} go to ${places.join(' or ')}`
}

export function linksListed(
  { data, total }: { data: Link[]; total: number },
  { input, now }: ToolCall,
): string {
  const { page, limit, search, status, tag = [] } = api.links.list.query.parse(input)
  if (total === 0 && tag.length > 0) return 'No links have all of these tags and match the rest.'
  if (total === 0) return search ? noneFound(status) : 'No links.'
  if (data.length === 0) return `Page ${page} is empty: there are ${countNoun(total, 'link')} in total.`
  const first = (page - 1) * limit + 1
  const last = first + data.length - 1
  const next = last < total ? `Next: page ${page + 1}.` : 'This is the last page.'
  return fittingLines(
    [`Links ${first} to ${last} of ${total}. ${next}`],
    data.map((link) => line(link, now)),
    (shown) =>
      `Links ${first + shown} to ${last} are omitted here because of their length. To read them, request pages with a smaller limit.`,
  )
}

function noneFound(status: string): string {
  const others = status === 'all' ? '' : ', or status "all"'
  return `No code, destination or title contains this phrase. Try fewer words${others}.`
}

function line(link: Link, now: number): string {
  const { short, short_url, long_url, title, clicks } = link
  const words = joined([state(link, now), countNoun(clicks, 'click'), short_url])
  return `- ${short} → ${quoted(long_url)}${title ? ` ${quoted(title)}` : ''}, ${words}`
}

export function codeIsFree({ data: { short } }: { data: { short: string } }): string {
  return `The short code ${quoted(short)} is free.`
}

export function linksCreated({ data: { success, failed, items } }: { data: BulkResult }): string {
  const outcome = failed
    ? `Created ${countNoun(success, 'link')}; ${failed} failed`
    : `Created ${countNoun(success, 'link')}`
  return fittingLines(
    [`${outcome}. By index in \`links\`, from 0:`],
    items.map(({ index, data, error, message }) =>
      data
        ? `- ${index}: ${data.short_url} (short code ${data.short}, id ${data.id})`
        : `- ${index}: failed, ${error}: ${message}`,
    ),
    (shown) =>
      `The results from item ${shown} on are omitted here because of their length. list_links lists the links.`,
  )
}

export function redirection({ short_url, long_url, title }: Link): string {
  return `${short_url} → ${quoted(long_url, longDestination)}${title ? ` ${quoted(title)}` : ''}`
}

export function naming(link: Link, now: number): string {
  return joined([`short code ${link.short}`, `id ${link.id}`, state(link, now)])
}

function state(
  { status, has_password, disposable, adult, expired_at, archive_at, tags, ...link }: Link,
  now: number,
): string {
  const { starts_at, max_clicks, max_clicks_used, rules } = link
  const hasExpired = expired_at !== null && expired_at * 1000 <= now
  return joined([
    // Its expiry is reported with the time.
    status !== 'expired' && status,
    has_password && 'with a password',
    disposable && 'for one click only',
    adult && 'adult content',
    expired_at !== null && `${hasExpired ? 'expired' : 'expires'} ${moment(expired_at)} (${expired_at})`,
    starts_at !== null && starts_at * 1000 > now && `starts ${moment(starts_at)} (${starts_at})`,
    max_clicks !== null && `${max_clicks_used} of ${countNoun(max_clicks, 'click')} used`,
    rules.length > 0 && `with ${countNoun(rules.length, 'rule')}`,
    archive_at && status !== 'archived' && `to be archived on ${archive_at}`,
    tags.length > 0 && `tagged ${tags.map((tag) => quoted(tag)).join(', ')}`,
  ])
}
