// One point of a timeline, as charts, tables and exports show it.

export interface ChartPoint {
  /** The point in time, in full. */
  label: string
  /** The point in time, as the axis shows it. */
  axis: string
  /** Null if unknown. */
  value: number | null
  /** The same point of the previous period; null if there is none. */
  before?: { label: string; value: number | null } | null
  /** What was changed at this time, in sentences. */
  marks?: readonly string[]
}
