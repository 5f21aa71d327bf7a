// How a code looks: what is set for the link, or else for the account, or else black without a logo.
import type { QrSettings } from '@linnet/contract'
import { defaultColor, isScannable } from './colors.ts'
import { type LookRow, ofAccount } from './store.ts'

export interface QrStyle {
  color: string
  logo: string | null
  logoStatus: QrSettings['logo_status']
  /** Whose logo it is, where there is one: the link's number, or 0 for the account. */
  logoOf: number
}

/** The look of a link, or with link 0 of the account; `rows` are theirs, where they have any. */
export function styleOf(rows: readonly LookRow[], linkId: number): QrStyle {
  const [own, account] = [linkId, ofAccount].map((id) => rows.find(({ link_id }) => link_id === id))
  // A link whose logo is empty has none, also where the account has one.
  const withLogo = typeof own?.logo === 'string' ? own : account
  const logo = withLogo?.logo || null
  return {
    color: own?.color ?? account?.color ?? defaultColor,
    logo,
    logoStatus: logo === null ? null : (withLogo?.logo_status as QrSettings['logo_status']),
    logoOf: withLogo?.link_id ?? ofAccount,
  }
}

/** The record of a look; `address` is that of the link, or null. */
export function settingsRecord({ color, logo, logoStatus }: QrStyle, address: string | null): QrSettings {
  return {
    logo,
    logo_status: logoStatus,
    color,
    scannable: isScannable(color),
    svg_url: address && `${address}.svg`,
    png_url: address && `${address}.png`,
  }
}
