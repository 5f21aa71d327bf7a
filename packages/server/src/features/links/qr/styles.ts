// The style of a code: the link's, otherwise the account's, otherwise black without a logo.
import type { QrSettings } from '@linnet/contract'
import { defaultColor, isScannable } from './colors.ts'
import { ofAccount, type StyleRow } from './store.ts'

export interface QrStyle {
  color: string
  logo: string | null
  logoStatus: QrSettings['logo_status']
  /** Whose logo it is, if there is one: the link's number, or 0 for the account. */
  logoOf: number
}

/** The style of a link, or of the account for link 0. `rows` are those that the two have. */
export function styleOf(rows: readonly StyleRow[], linkId: number): QrStyle {
  const [own, account] = [linkId, ofAccount].map((id) => rows.find(({ link_id }) => link_id === id))
  // A link with an empty logo has none, even if the account has one.
  const withLogo = typeof own?.logo === 'string' ? own : account
  const logo = withLogo?.logo || null
  return {
    color: own?.color ?? account?.color ?? defaultColor,
    logo,
    logoStatus: logo === null ? null : (withLogo?.logo_status as QrSettings['logo_status']),
    logoOf: withLogo?.link_id ?? ofAccount,
  }
}

/** The record of a style; `address` is the link's short URL, or null. */
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
