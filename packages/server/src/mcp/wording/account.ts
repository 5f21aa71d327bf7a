// Formats the results of tools on the account and on QR codes.
import type { QrSettings, Quota, User } from '@linnet/contract'
import { joined, moment } from './lines.ts'
import { quoted } from './quoting.ts'

export function profile({ data }: { data: User }): string {
  const { id, email, name, plan, created_at, workspace } = data
  const facts = (planHere: string[]) =>
    joined([`e-mail ${quoted(email)}`, ...planHere, `since ${moment(created_at)}`])
  const who = (planHere: string[]) =>
    `${name ? `The account of ${quoted(name)}` : 'The account'}: id ${id}, ${facts(planHere)}.`
  if (workspace.personal) return who([`plan ${quoted(plan)}`])
  return [
    `All tools work in the workspace ${quoted(workspace.name)}: id ${workspace.id}, plan ${quoted(plan)}, with the role ${workspace.role}.`,
    who([]),
  ].join('\n')
}

export function quota({ data }: { data: Quota }): string {
  const features = {
    bulk_create_links: data.bulk_shortening,
    'image slides': data.image_slide,
    'hiding microsites': data.microsite_visibility,
    'agent tools': data.hosted_mcp_enabled,
  }
  const named = (included: boolean) =>
    Object.entries(features).flatMap(([name, isIncluded]) => (isIncluded === included ? [name] : []))
  const [included, lacking] = [named(true), named(false)]
  return [
    `Plan ${quoted(data.plan)}. Monthly counters reset on ${moment(data.resets_at)}.`,
    `- links ${used(data.links)} this month`,
    `- renames of short codes ${used(data.custom_slug_renames)} this month`,
    `- microsites ${used(data.microsites)}`,
    `- tool calls ${used(data.mcp_calls)} this month`,
    `- statistics of ${data.analytics_days === null ? 'all days' : `the last ${data.analytics_days} days`}`,
    ...(included.length > 0 ? [`- included: ${included.join(', ')}`] : []),
    ...(lacking.length > 0 ? [`- not included: ${lacking.join(', ')}`] : []),
  ].join('\n')
}

function used({ used, limit }: Quota['links']): string {
  return limit === null ? `${used} (unlimited)` : `${used} of ${limit}`
}

const logoStates = {
  pending: 'being fetched; until it is ready, codes are drawn without it',
  ready: 'ready',
  failed: 'could not be fetched or read, so codes are drawn without it: set another one',
}

export function qrSettings({ data }: { data: QrSettings }): string {
  const { logo, logo_status, color, scannable, svg_url, png_url } = data
  return [
    `${svg_url === null ? 'QR codes of the account' : 'QR code of the link'}: colour ${color}${logo ? '' : ', no logo'}.`,
    logo && `Logo ${quoted(logo)}${logo_status ? ` (${logoStates[logo_status]})` : ''}.`,
    svg_url && `SVG: ${svg_url}`,
    png_url && `PNG: ${png_url} (?size=64 to 2048 pixels, 512 by default)`,
    !scannable &&
      'Warning: this colour is too light on white for cameras, so the code may not scan. Choose a darker one.',
  ]
    .filter(Boolean)
    .join('\n')
}
