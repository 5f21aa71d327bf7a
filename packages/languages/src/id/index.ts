// Indonesian.

export const name = 'Bahasa Indonesia'
export const locale = 'id-ID'
/** The tag of Indonesian until 1989, which some browsers still send. */
export const otherTags = ['in']
export const load = { pages: () => import('./pages.ts'), dashboard: () => import('./dashboard.ts') }
