// What the control of every condition needs.
import type { EditedConditions } from '../edited-rules.ts'

export interface ConditionControlProps {
  when: EditedConditions
  /** Adds or replaces fields. */
  onChange(changed: EditedConditions): void
}
