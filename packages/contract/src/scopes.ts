// The ten scopes that a credential can have, each with the sentence on the consent screen.

export const scopes = {
  'links:read': 'List and read links; check slug availability',
  'links:write': 'Create, update and restore links; bulk create',
  'links:archive': 'Archive and permanently delete links',
  'links:analytics': 'Per-link click statistics, lifetime counts, account analytics',
  'qr:read': 'Read QR settings, global and per link',
  'qr:write': 'Customize QR settings, global and per link',
  'user:read': 'Read the profile and the account quota',
  'microsites:read': 'Read microsites, components, slug availability',
  'microsites:write': 'Create and update microsites and components, reorder components',
  'microsites:delete': 'Delete microsites and components',
} as const

export type Scope = keyof typeof scopes

export const allScopes = Object.keys(scopes) as Scope[]

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopes, word)
}

/** The scopes in a list that is separated by spaces, without unknown words. */
export function scopesIn(text: string): Scope[] {
  return text.split(' ').filter(isScope)
}
