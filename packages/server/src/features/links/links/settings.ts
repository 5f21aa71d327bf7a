// The settings of a link: as people give them, as they are stored and as the API shows them; and what visitors' programs get as
// its card.
import type { GivenRules, Link } from '@linnet/contract'
import { destinationsIn, shownRules, storedRules } from '../redirect-rules/index.ts'
import {
  initialLink,
  type LinkRow,
  type LinkSettings,
  shownSettings as shownColumns,
  storedSettings as storedColumns,
} from './store.ts'

/** What link-preview fetchers get of a link. The image is a path on this server. */
export interface Card {
  title: string | null
  description: string | null
  image: string | null
}

/** A card as it is stored: `image` is the id of the image, `path` where it is served. */
export interface StoredPreview {
  title: string | null
  description: string | null
  image: string | null
  path: string | null
}

/** Settings as an operation gets them; what is undefined stays as it is. */
export interface GivenSettings {
  note?: string | null
  forward_query?: boolean | null
  forward_path?: boolean | null
  starts_at?: number | null
  max_clicks?: number | null
  ended_url?: string | null
  rules?: GivenRules | null
  preview?: { title?: string | null; description?: string | null; image?: string | null } | null
}

/** Settings that were checked and can be stored in a transaction: the card is in its stored form. */
export type CheckedSettings = Partial<LinkSettings> & { rules?: GivenRules | null; preview?: string | null }

/** The columns of the settings of a link that exists already, or `initialLink`. */
type SettingColumns = Pick<LinkRow, keyof LinkSettings | 'rules' | 'preview' | 'max_clicks_used'>

export function readPreview(stored: string | null): StoredPreview | null {
  return stored === null ? null : (JSON.parse(stored) as StoredPreview)
}

/** The card to store; null if it has nothing to show. */
export function storedCard({ title, description, image, path }: Partial<StoredPreview>): string | null {
  if (!title && !description && !image) return null
  const card: StoredPreview = {
    title: title || null,
    description: description || null,
    image: image || null,
    path: path ?? null,
  }
  return JSON.stringify(card)
}

export function cardOf(stored: string | null): Card | null {
  const preview = readPreview(stored)
  return preview && { title: preview.title, description: preview.description, image: preview.path }
}

/** The columns to store; what isn't given stays as in `before`. */
export function storedSettings(given: CheckedSettings, before: SettingColumns = initialLink): SettingColumns {
  const columns = storedColumns(given, before)
  return {
    ...columns,
    rules: given.rules === undefined ? before.rules : storedRules(given.rules, before.rules),
    preview: given.preview === undefined ? before.preview : given.preview,
    // It counts since there is a limit; another limit goes on counting.
    max_clicks_used: columns.max_clicks === null ? 0 : before.max_clicks_used,
  }
}

/** The settings of a link as the API shows them. */
export function shownSettings(
  row: SettingColumns,
): LinkSettings & Pick<Link, 'rules' | 'preview' | 'max_clicks_used'> {
  const preview = readPreview(row.preview)
  return {
    ...shownColumns(row),
    max_clicks_used: row.max_clicks_used,
    rules: shownRules(row.rules),
    preview: preview && { title: preview.title, description: preview.description, image: preview.image },
  }
}

/** Whether the link leads somewhere that it didn't lead before. */
export function hasNewDestination(
  before: Pick<LinkRow, 'long_url' | 'ended_url' | 'rules'>,
  after: Pick<LinkRow, 'long_url' | 'ended_url' | 'rules'>,
): boolean {
  if (after.long_url !== before.long_url) return true
  if (after.ended_url !== before.ended_url && after.ended_url !== null) return true
  if (after.rules === before.rules) return false
  const known = new Set(destinationsIn(before.rules))
  return destinationsIn(after.rules).some((url) => !known.has(url))
}
