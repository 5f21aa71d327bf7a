// Formats the results of tools on a microsite's components.
import { type Component, hasPassword, isEmptyComponent } from '@linnet/contract'
import { countNoun } from '../../platform/plural.ts'
import { fittingLines, joined, mostCharacters, type ToolCall } from './lines.ts'
import { quoted, quotedJson, type Room } from './quoting.ts'

// A component's content, if there is room for it.
const longestData = 4000
// To recognize one of many.
const longestName = 40
const cutNote =
  '"…" marks truncated data. An update replaces all data, so never send truncated data back: the structured content is complete, and list_microsite_components with componentId shows more of a single component.'

export function componentAdded({ data }: { data: Component }, { input }: ToolCall): string {
  const { password } = input.data as { password?: unknown }
  const isSent = hasPassword(data.kind) && typeof password === 'string' && password !== ''
  // A component with `passwordActive` but no password can't be opened.
  const state =
    data.data.passwordActive === true ? 'nobody can open this component' : 'this component is open'
  return [
    `Added at the end: ${described(data)}`,
    ...(isSent ? [`The password was NOT set: ${state}. Set it with update_microsite_component.`] : []),
  ].join('\n')
}

export function componentUpdated({ data }: { data: Component }): string {
  return `Updated ${described(data)}`
}

export function componentDeleted({ data: { id } }: { data: Pick<Component, 'id'> }): string {
  return `Deleted the component ${id}.`
}

export function componentsOrdered({ data }: { data: Component[] }): string {
  return fittingLines(
    [data.length > 0 ? 'The order is now:' : 'This microsite has no components.'],
    data.map(({ id, kind, data }) => {
      const name = [data.title, data.value, data.content].find((one) => typeof one === 'string' && one !== '')
      return `- ${id} ${kind}${typeof name === 'string' ? ` ${quoted(name, longestName)}` : ''}`
    }),
    () => 'The others are omitted here because of their length. list_microsite_components lists them.',
  )
}

/** Every component is named, because ordering needs them all; their data shares the remaining room. */
export function componentsListed({ data }: { data: Component[] }): string {
  if (data.length === 0) return 'No components. create_microsite_component adds one.'
  const heads = data.map((component) => `- ${heading(component)}`)
  const head = `${countNoun(data.length, 'component')}, in the order shown, each with its data:`
  let left = mostCharacters - 500 - head.length - heads.reduce((sum, line) => sum + line.length + 40, 0)
  let isCut = false
  const lines = data.map((component, index) => {
    // A single component has all the room.
    const most = data.length === 1 ? left : longestData
    const share = Math.min(Math.floor(left / (data.length - index)), most)
    const room = { left: share, cut: false }
    const line = `${heads[index]}: ${dataText(component, room)}`
    left -= share - room.left
    isCut ||= room.cut
    return line
  })
  return fittingLines(
    isCut ? [head, cutNote] : [head],
    lines,
    (shown) =>
      `${data.length - shown} more are omitted here because of their length. The structured content has them.`,
  )
}

/** A component with its data, and what visitors see of it. */
function described(component: Component): string {
  const { kind, data } = component
  if (isEmptyComponent(kind, data))
    return `${heading(component)}.\nIt is empty, so visitors do not see it yet.`
  const room = { left: longestData, cut: false }
  return [
    `${heading(component)}: ${dataText(component, room)}`,
    ...(room.cut ? [cutNote] : []),
    ...(kind === 'LINK' && !data.href ? ['It has no destination until href is set.'] : []),
  ].join('\n')
}

function dataText({ data: { hasPassword: _, ...held } }: Component, room: Room): string {
  return quotedJson(held, room)
}

function heading({ id, kind, active, tag, data }: Component): string {
  return joined([
    `${id} ${kind}`,
    active ? 'shown' : 'hidden',
    tag && `tag ${quoted(tag)}`,
    data.hasPassword === true && 'with a password',
  ])
}
