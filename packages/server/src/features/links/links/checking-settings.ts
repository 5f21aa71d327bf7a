// Checks the settings of a link before they are stored: where it may lead, and which pictures it may show.
import { invalidField } from '@linnet/contract'
import { type DomainRules, requireDestination } from './rules.ts'
import { type GivenSettings, readPreview, storedCard } from './settings.ts'
import type { LinkRow } from './store.ts'

/** Finds uploaded images. */
export interface Images {
  /** The path of an account's image with this id; null if there is none. */
  pathOf(userId: number, id: string): Promise<string | null>
}

/**
 * Checks what needs the database or the operator's policy, outside of any transaction. Refuses destinations that links must
 * not lead to, and images that the account doesn't have. `before` is the link as it is now, if there is one.
 */
export async function checkSettings<Given extends GivenSettings>(
  { rules, images }: { rules: DomainRules; images: Images },
  userId: number,
  given: Given,
  before: Pick<LinkRow, 'preview'> | null = null,
): Promise<Omit<Given, 'preview'> & { preview?: string | null }> {
  await requireDestinations(rules, given)
  const { preview, ...others } = given
  if (preview === undefined) return others
  return { ...others, preview: await storedPreview(images, userId, preview, before?.preview ?? null) }
}

async function storedPreview(
  images: Images,
  userId: number,
  preview: GivenSettings['preview'],
  before: string | null,
): Promise<string | null> {
  const { title = null, description = null, image = null } = preview ?? {}
  const former = readPreview(before)
  // Clients may send back what they read, even if the image has been deleted by now.
  const isSame = image !== null && image === former?.image
  const path = isSame ? former.path : image ? await images.pathOf(userId, image) : null
  if (image && path === null) throw invalidField('preview.image', { code: 'unknown_asset' })
  return storedCard({ title, description, image, path })
}

/** Judges every address that given settings lead to, each of them once. */
async function requireDestinations(
  rules: DomainRules,
  { ended_url, rules: given }: Pick<GivenSettings, 'ended_url' | 'rules'>,
): Promise<void> {
  const addresses = new Map<string, string>()
  if (ended_url) addresses.set(ended_url, 'ended_url')
  for (const [place, { to }] of (given ?? []).entries())
    for (const [index, { long_url }] of to.entries())
      if (!addresses.has(long_url)) addresses.set(long_url, `rules.${place}.to.${index}.long_url`)
  for (const [address, path] of addresses) await requireDestination(rules, address, path)
}
