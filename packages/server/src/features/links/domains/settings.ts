// The settings of a domain that visits depend on, in the form in which they stay in memory.

export interface DomainSettings {
  // Addresses are as a `Location` header has them.
  /** Where the root leads; null for a microsite or the usual answer. */
  rootUrl: string | null
  /** The microsite at the root. */
  rootMicrosite: { id: string; slug: string } | null
  /** Where unknown codes lead; null for the page that says that there is no such link. */
  notFoundUrl: string | null
  /** Where links lead that are not active, if they name no address themselves; null for the usual page. */
  endedUrl: string | null
  /** For links that don't decide themselves: whether the visitor's query, or the path below the code, is passed on. */
  forwardQuery: boolean
  forwardPath: boolean
  /** Whether codes are lower-case, and asked for in any case. */
  caseInsensitive: boolean
  /** The files that the domain has. They are read from the database, because they may be long. */
  files: ReadonlySet<DomainFile>
  /** How its pages for visitors look; null for ours. */
  brand: DomainBrand | null
}

/** A file at a well-known address, by its column. */
export const domainFiles = ['robots', 'apple_app_site_association', 'assetlinks'] as const
export type DomainFile = (typeof domainFiles)[number]

export interface DomainBrand {
  name: string | null
  /** `#rrggbb`. */
  color: string | null
  /** The path of an uploaded image. */
  logo: string | null
}

/** What holds on a domain without settings. */
export const defaultSettings: DomainSettings = Object.freeze({
  rootUrl: null,
  rootMicrosite: null,
  notFoundUrl: null,
  endedUrl: null,
  forwardQuery: false,
  forwardPath: false,
  caseInsensitive: false,
  files: new Set<DomainFile>(),
  brand: null,
})
