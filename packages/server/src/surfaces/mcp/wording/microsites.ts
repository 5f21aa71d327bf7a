// What the tools on microsites and their components say of their results.
import type { Component, Microsite } from '@linnet/contract'
import { count, fitting, listed, moment, mostCharacters } from './lines.ts'
import { quoted, quotedJson } from './quoting.ts'

// What a component holds, where there is room for it.
const longestData = 4000

/** What every answer about a microsite tells of it. */
type MicrositeTold = Pick<Microsite, 'id' | 'slug' | 'url' | 'title' | 'hide' | 'status'>
type ComponentTold = Pick<Component, 'id' | 'kind' | 'active'>

export function micrositeCreated({ data }: { data: MicrositeTold }): string {
  return `Created ${headline(data)}. create_microsite_component adds what it shows.`
}

export function micrositeUpdated({ data }: { data: MicrositeTold }): string {
  return `Updated ${headline(data)}.`
}

export function micrositeDeleted({ data: { id, slug } }: { data: Pick<Microsite, 'id' | 'slug'> }): string {
  return `Deleted the microsite ${slug} (id ${id}) with its components, for ever. Its slug is free.`
}

export function micrositeRead({ data }: { data: Microsite }): string {
  const { kind, theme, description, views, created_at, updated_at } = data
  const facts = listed([
    count(views, 'view'),
    `kind ${quoted(kind)}`,
    `theme ${theme}`,
    `created ${moment(created_at)}`,
    updated_at !== created_at && `changed ${moment(updated_at)}`,
  ])
  return [`${headline(data)}.`, description && `Description: ${quoted(description)}.`, `${facts}.`]
    .filter(Boolean)
    .join('\n')
}

export function micrositesListed({
  data,
  next_cursor,
}: {
  data: Microsite[]
  next_cursor: string | null
}): string {
  if (data.length === 0) return 'No microsites.'
  const next = next_cursor === null ? 'These are the last.' : `Next: after ${next_cursor}.`
  return fitting(
    [`${count(data.length, 'microsite')}. ${next}`],
    data.map(
      (site) =>
        `- ${site.slug} ${quoted(site.title)}, ${listed([state(site), count(site.views, 'view'), site.url])}`,
    ),
    (shown) =>
      `${data.length - shown} more are left out here for their length. To read them, ask again with after ${data[shown - 1]?.id}.`,
  )
}

export function slugAvailability({
  data: { slug, available },
}: {
  data: { slug: string; available: boolean }
}): string {
  return available
    ? `The slug ${quoted(slug)} is free.`
    : `The slug ${quoted(slug)} cannot be had: it is taken, is used by the service itself, or is not 1 to 48 characters A-Z a-z 0-9 - _. Try another one.`
}

export function componentAdded({ data }: { data: ComponentTold }): string {
  return `Added at the end: ${part(data)}.`
}

export function componentUpdated({ data }: { data: ComponentTold }): string {
  return `Updated ${part(data)}.`
}

export function componentDeleted({ data: { id } }: { data: Pick<Component, 'id'> }): string {
  return `Deleted the component ${id}.`
}

export function componentsOrdered({ data }: { data: Pick<Component, 'id' | 'kind'>[] }): string {
  return fitting(
    [data.length > 0 ? 'The order is now:' : 'This microsite has no components.'],
    data.map(({ id, kind }) => `- ${id} ${kind}`),
    () => 'The others are left out here for their length. list_microsite_components has them.',
  )
}

/** Every component is named, for an order needs them all; what they hold shares the room that is left. */
export function componentsListed({ data }: { data: Component[] }): string {
  if (data.length === 0) return 'No components. create_microsite_component adds one.'
  const heads = data.map(
    (component) =>
      `- ${listed([part(component), component.tag && `tag ${quoted(component.tag)}`, component.data.hasPassword === true && 'with a password'])}`,
  )
  const head = `${count(data.length, 'component')}, in their order, each with its data:`
  let left = mostCharacters - 500 - head.length - heads.reduce((sum, line) => sum + line.length + 40, 0)
  let isCut = false
  const lines = data.map((component, index) => {
    const { hasPassword: _, ...held } = component.data
    const share = Math.min(Math.floor(left / (data.length - index)), longestData)
    const room = { left: share, cut: false }
    const line = `${heads[index]}: ${quotedJson(held, room)}`
    left -= share - room.left
    isCut ||= room.cut
    return line
  })
  const note =
    '"…" stands where data was cut. An update replaces all data: never send cut data back; the structured content has it whole.'
  return fitting(
    isCut ? [head, note] : [head],
    lines,
    (shown) =>
      `${data.length - shown} more are left out here for their length. The structured content has them.`,
  )
}

function headline(site: MicrositeTold): string {
  return `${site.url} ${quoted(site.title)} (slug ${site.slug}, id ${site.id}, ${state(site)})`
}

function state({ status, hide }: Pick<Microsite, 'status' | 'hide'>): string {
  return listed([
    status === 'draft' ? 'a draft, which visitors do not see' : status,
    hide && 'hidden from visitors',
  ])
}

function part({ id, kind, active }: ComponentTold): string {
  return `${id} ${kind}, ${active ? 'shown' : 'hidden'}`
}
