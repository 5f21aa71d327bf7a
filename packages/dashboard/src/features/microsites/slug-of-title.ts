// The slug that a new microsite gets unless somebody types another one.
import { longestShortCode } from '@linnet/contract/short-codes'

/** A slug made of a title: `Ana & Co` becomes `ana-co`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longestShortCode)
