// What a part of the benchmark gets and gives.
import type { DataSets } from './data/data-sets.ts'
import type { Options } from './options.ts'
import type { Row } from './report/measurements.ts'

export interface Bench {
  options: Options
  dataSets: DataSets
  /** A folder that is removed when the run ends. */
  folder: string
}

export interface Results {
  rows: Row[]
  /** What this run showed besides: paragraphs in Markdown. */
  notes: string[]
}

export interface Section {
  /** How it is chosen on the command line. */
  name: string
  title: string
  /** How its figures are taken: a paragraph in Markdown. */
  method: string
  measure(bench: Bench): Promise<Results>
}
