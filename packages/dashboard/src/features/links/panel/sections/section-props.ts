// What every section of the panel needs.
import type { Draft } from '../../../../lib/draft.ts'
import type { LinkValues } from '../values.ts'

export interface SectionProps {
  draft: Draft<LinkValues>
  /** Messages by field. */
  errors: Record<string, string>
}
