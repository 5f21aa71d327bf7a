// Formats the results of tools on microsites.
import { api, type Microsite } from '@linnet/contract'
import { countNoun } from '../../platform/plural.ts'
import { fittingLines, givesSome, joined, moment, type ToolCall } from './lines.ts'
import { quoted } from './quoting.ts'

export function micrositeCreated({ data }: { data: Microsite }): string {
  return [
    `Created ${headline(data)}. Add content with create_microsite_component.`,
    ...(data.status === 'draft'
      ? [
          `Visitors cannot see it until it is published. No tool can do that, only the API: POST /v2/microsites/${data.slug}/publish.`,
        ]
      : []),
    codes(data),
  ].join('\n')
}

export function micrositeUpdated({ data }: { data: Microsite }, { input }: ToolCall): string {
  const isChanged = givesSome(api.microsites.update, input)
  return `${isChanged ? 'Updated' : 'Nothing was given to change. The microsite is'} ${headline(data)}.`
}

export function micrositeDeleted({ data: { id, slug } }: { data: Pick<Microsite, 'id' | 'slug'> }): string {
  return `Permanently deleted the microsite ${slug} (id ${id}) and its components. Its slug is free.`
}

export function micrositeRead({ data }: { data: Microsite }): string {
  const { kind, theme, description, views, created_at, updated_at } = data
  const facts = joined([
    countNoun(views, 'view'),
    `kind ${quoted(kind)}`,
    `theme ${theme}`,
    `created ${moment(created_at)}`,
    updated_at !== created_at && `changed ${moment(updated_at)}`,
  ])
  return [
    `${headline(data)}.`,
    description && `Description: ${quoted(description)}.`,
    `${facts}.`,
    codes(data),
  ]
    .filter(Boolean)
    .join('\n')
}

export function micrositesListed(
  { data, next_cursor }: { data: Microsite[]; next_cursor: string | null },
  { input }: ToolCall,
): string {
  const isFirst = typeof input.after !== 'string'
  if (data.length === 0) return isFirst ? 'No microsites.' : 'No more microsites.'
  const sites = countNoun(data.length, isFirst ? 'microsite' : 'more microsite')
  return fittingLines(
    [next_cursor === null ? `${sites}. This is the last page.` : `${sites}. Next: after ${next_cursor}.`],
    data.map(
      (site) =>
        `- ${site.slug} ${quoted(site.title)}, ${joined([state(site), countNoun(site.views, 'view'), site.url])}`,
    ),
    (shown) =>
      `${data.length - shown} more are omitted here because of their length. To read them, call again with after ${data[shown - 1]?.id}.`,
  )
}

export function slugAvailability({
  data: { slug, available },
}: {
  data: { slug: string; available: boolean }
}): string {
  return available
    ? `The slug ${quoted(slug)} is free.`
    : `The slug ${quoted(slug)} is not available: it is taken or reserved, looks like an id, or is not 1 to 48 characters A-Z a-z 0-9 - _. Try another one.`
}

/** Every visible page has QR codes. */
function codes({ url, status, hide }: Microsite): string {
  const isSeen = status === 'published' && !hide
  return `QR code${isSeen ? '' : ', once visitors can see the page'}: ${url}.svg, ${url}.png`
}

function headline(site: Microsite): string {
  return `${site.url} ${quoted(site.title)} (slug ${site.slug}, id ${site.id}, ${state(site)})`
}

function state({ status, hide }: Pick<Microsite, 'status' | 'hide'>): string {
  return joined([
    status === 'draft' ? 'draft, not visible to visitors' : status,
    hide && 'hidden from visitors',
  ])
}
