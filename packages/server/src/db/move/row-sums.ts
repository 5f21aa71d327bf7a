// Sums over the rows of a table that come out the same on both engines, in whichever order the rows are read.
import type { MovedTable, Row } from './tables.ts'

export interface Sums {
  rows: number
  /** Of the column of that name, where the table has one. */
  clicks: number | null
  /** Of everything that stands in the rows. */
  checksum: string
}

export class RowSums {
  private readonly columns: string[]
  private readonly hasBytes: boolean
  private rows = 0
  private clicks = 0
  private checksum = 0n

  constructor(private readonly table: MovedTable) {
    this.columns = Object.keys(table.columns)
    this.hasBytes = Object.values(table.columns).includes('bytea')
  }

  add(row: Row): void {
    this.rows++
    if ('clicks' in this.table.columns) this.clicks += row.clicks as number
    this.checksum = BigInt.asUintN(64, this.checksum + Bun.hash.wyhash(this.textOf(row)))
  }

  /** Bytes come as another class from each driver. */
  private textOf(row: Row): string {
    const values = this.columns.map((column) => row[column])
    if (!this.hasBytes) return JSON.stringify(values)
    return JSON.stringify(
      values.map((value) => (value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value)),
    )
  }

  get sums(): Sums {
    return {
      rows: this.rows,
      clicks: 'clicks' in this.table.columns ? this.clicks : null,
      checksum: this.checksum.toString(16).padStart(16, '0'),
    }
  }
}
