// Indonesian.

export const name = 'Bahasa Indonesia'
export const locale = 'id-ID'
/** What it was called before 1989. */
export const otherTags = ['in']
export const load = { pages: () => import('./pages.ts'), dashboard: () => import('./dashboard.ts') }
