// What a section of the benchmark needs and returns.
import type { DataSets } from './data/data-sets.ts'
import type { Options } from './options.ts'
import type { Row } from './report/measurements.ts'

export interface Bench {
  options: Options
  dataSets: DataSets
  /** A temporary folder. */
  folder: string
}

export interface Results {
  rows: Row[]
  /** Other findings of this run: paragraphs in Markdown. */
  notes: string[]
}

export interface Section {
  /** Its name on the command line. */
  name: string
  title: string
  /** How it is measured: a paragraph in Markdown. */
  method: string
  measure(bench: Bench): Promise<Results>
}
