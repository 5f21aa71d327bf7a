// Changing the settings of a domain: what may be set, and how its codes become lower-case.
import { type api, type DomainSettings, type InputOf, invalidField } from '@linnet/contract'
import type { Tx } from '../../../platform/transaction.ts'
import { type Domains, defaultSettings, type StoredSettings } from '../domains/index.ts'
import type { DomainSettingsStore, SettingsRow } from './store.ts'

/** The domain whose settings are meant. */
export interface SettingsOwner {
  /** 0 is the default domain. */
  domainId: number
  /** Its id in the API. */
  id: string
  name: string
  /** The workspace whose microsites and images may be named. */
  userId: number
}

export type SettingsChange = Omit<InputOf<typeof api.domainSettings.update>, 'id'>

export interface ChangeNeeds {
  store: DomainSettingsStore
  domains: Domains
  /** Refuses an address that links must not lead to, with this path. */
  requireDestination(address: string, path: string): Promise<void>
  /** The published microsite of the workspace on a domain, by slug or id; null if there is none. */
  micrositeOn(domainId: number, userId: number, slug: string): Promise<{ id: string; slug: string } | null>
  /** Whether a path is that of an uploaded image of the workspace. */
  hasImage(userId: number, path: string): Promise<boolean>
}

/** The settings as the API shows them. */
export function settingsRecord(owner: SettingsOwner, row: SettingsRow | undefined): DomainSettings {
  const stored = storedIn(row)
  return {
    id: owner.id,
    domain: owner.name,
    root_url: stored.rootUrl,
    root_microsite: stored.rootMicrosite?.slug ?? null,
    not_found_url: stored.notFoundUrl,
    ended_url: stored.endedUrl,
    forward_query: stored.forwardQuery,
    forward_path: stored.forwardPath,
    case_insensitive: row?.case_insensitive === 1,
    robots: row?.robots ?? null,
    apple_app_site_association: row?.apple_app_site_association ?? null,
    assetlinks: row?.assetlinks ?? null,
    brand_name: stored.brand?.name ?? null,
    brand_color: stored.brand?.color ?? null,
    brand_logo: stored.brand?.logo ?? null,
  }
}

function storedIn(row: SettingsRow | undefined): StoredSettings {
  const { caseInsensitive: _, files: __, ...defaults } = defaultSettings
  return { ...defaults, ...(row ? (JSON.parse(row.settings) as StoredSettings) : {}) }
}

/**
 * Changes settings; what the change omits stays. Refuses addresses that links must not lead to, microsites and images of
 * others, and codes that differ only in case if case is to be ignored from now on.
 */
export async function changeSettings(
  needs: ChangeNeeds,
  owner: SettingsOwner,
  change: SettingsChange,
  log: (tx: Tx) => Promise<void>,
): Promise<DomainSettings> {
  const { store, domains } = needs
  const { domainId } = owner
  const checked = await check(needs, owner, change)
  const row = await store.transaction(async (tx) => {
    // Otherwise settings could outlive a domain that is being removed.
    if (domainId !== 0) await domains.lockClaim(tx, domainId)
    const before = await store.read(domainId, tx)
    const after = merged(owner, before, change, checked)
    if (after.case_insensitive === 1 && before?.case_insensitive !== 1) await ignoreCase(store, tx, domainId)
    await store.write(tx, after)
    await log(tx)
    return after
  })
  await domains.refreshSettings(domainId)
  return settingsRecord(owner, row)
}

interface Checked {
  /** Undefined: unchanged. */
  rootMicrosite: StoredSettings['rootMicrosite'] | undefined
}

async function check(needs: ChangeNeeds, owner: SettingsOwner, change: SettingsChange): Promise<Checked> {
  for (const path of ['root_url', 'not_found_url', 'ended_url'] as const) {
    const address = change[path]
    if (address) await needs.requireDestination(address, path)
  }
  if (change.root_url && change.root_microsite) throw invalidField('root_microsite', { code: 'root_twice' })
  const logo = change.brand_logo
  if (logo && !(await needs.hasImage(owner.userId, logo)))
    throw invalidField('brand_logo', { code: 'not_own_image' })
  const slug = change.root_microsite
  if (slug === undefined || slug === null || slug === '')
    return { rootMicrosite: slug === undefined ? undefined : null }
  const microsite = await needs.micrositeOn(owner.domainId, owner.userId, slug)
  if (microsite === null) throw invalidField('root_microsite', { code: 'not_microsite_of_domain' })
  return { rootMicrosite: microsite }
}

function merged(
  { domainId }: SettingsOwner,
  before: SettingsRow | undefined,
  change: SettingsChange,
  { rootMicrosite }: Checked,
): SettingsRow {
  const old = storedIn(before)
  // One of the two replaces the other.
  const root = change.root_url
    ? { rootUrl: change.root_url, rootMicrosite: null }
    : rootMicrosite
      ? { rootUrl: null, rootMicrosite }
      : {
          rootUrl: chosen(change.root_url, old.rootUrl),
          rootMicrosite: rootMicrosite === undefined ? old.rootMicrosite : rootMicrosite,
        }
  const brand = {
    name: chosen(change.brand_name, old.brand?.name ?? null),
    color: chosen(change.brand_color, old.brand?.color ?? null)?.toLowerCase() ?? null,
    logo: chosen(change.brand_logo, old.brand?.logo ?? null),
  }
  const settings: StoredSettings = {
    ...root,
    notFoundUrl: chosen(change.not_found_url, old.notFoundUrl),
    endedUrl: chosen(change.ended_url, old.endedUrl),
    forwardQuery: change.forward_query ?? old.forwardQuery,
    forwardPath: change.forward_path ?? old.forwardPath,
    brand: Object.values(brand).some((value) => value !== null) ? brand : null,
  }
  return {
    domain_id: domainId,
    settings: JSON.stringify(settings),
    case_insensitive: Number(change.case_insensitive ?? before?.case_insensitive === 1),
    robots: chosen(change.robots, before?.robots ?? null),
    apple_app_site_association: chosen(
      change.apple_app_site_association,
      before?.apple_app_site_association ?? null,
    ),
    assetlinks: chosen(change.assetlinks, before?.assetlinks ?? null),
  }
}

/** A text after a change: omitted leaves it, null and an empty one clear it. */
function chosen(wanted: string | null | undefined, before: string | null): string | null {
  if (wanted === undefined) return before
  return wanted === '' ? null : wanted
}

async function ignoreCase(store: DomainSettingsStore, tx: Tx, domainId: number): Promise<void> {
  await store.stopTakingCodes(tx)
  const { shown, more } = await store.clashes(tx, domainId)
  if (shown.length > 0)
    throw invalidField('case_insensitive', { code: 'case_clash', params: { codes: shown, more } })
  await store.foldCodes(tx, domainId)
}
