// Checks the settings of a link before they are stored: where it may lead, and which pictures it may show.
import { hostOf, invalidField } from '@linnet/contract'
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import type { DomainRules } from './rules.ts'
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
  slices = new TimeSlicer(Number.POSITIVE_INFINITY),
): Promise<Omit<Given, 'preview'> & { preview?: string | null }> {
  await requireDestinations(rules, given, slices)
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

/**
 * Judges every address that given settings lead to, each host once: there may be hundreds, so custom domains are looked up
 * together, and visitors are answered in between.
 */
async function requireDestinations(
  rules: DomainRules,
  { ended_url, rules: given }: Pick<GivenSettings, 'ended_url' | 'rules'>,
  slices: TimeSlicer,
): Promise<void> {
  const hosts = new Map<string, { address: string; path: string }>()
  const note = (address: string, path: string) => {
    const host = hostOf(address)
    if (!hosts.has(host)) hosts.set(host, { address, path })
  }
  if (ended_url) note(ended_url, 'ended_url')
  for (const [place, { to }] of (given ?? []).entries())
    for (const [index, { long_url }] of to.entries()) note(long_url, `rules.${place}.to.${index}.long_url`)
  if (hosts.size === 0) return
  const custom = await rules.customDomainsAmong([...hosts.keys()])
  for (const [host, { address, path }] of hosts) {
    if (rules.isOwnHost(host) || custom.has(host)) throw invalidField(path, { code: 'own_short_domain' })
    await rules.requireAllowed(address, path)
    await slices.yieldIfDue()
  }
}
