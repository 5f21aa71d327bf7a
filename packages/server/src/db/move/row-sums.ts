// Sums over the rows of a table, which are the same on both engines, in whatever order the rows are read.
import type { MovedTable, Row } from './tables.ts'

export interface Sums {
  rows: number
  /** The sum of the column of that name, if the table has one. */
  clicks: number | null
  /** A checksum of all values. */
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

  /** The drivers return bytes as different classes. */
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
