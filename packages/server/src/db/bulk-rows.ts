// Rows read and written many at a time by their keys, as the click worker does all day; each engine has its own way.
import type { Tx } from '../platform/transaction.ts'
import type { Schema } from './schema.ts'

export type BulkValue = number | string | Uint8Array | null
export type ColumnType = 'bigint' | 'text' | 'bytea'

/** A table, its key first. The columns outside of the key have defaults. */
export interface BulkTable<Row> {
  name: keyof Schema
  key: readonly (keyof Row & string)[]
  columns: Readonly<Record<keyof Row & string, ColumnType>>
}

/** Which columns of a table are changed, in the rows that which columns find. */
export interface BulkChange<Found, Changed> {
  name: keyof Schema
  where: Readonly<Record<keyof Found & string, ColumnType>>
  set: Readonly<Record<keyof Changed & string, ColumnType>>
}

export interface BulkRows {
  /** Writes new rows. Columns that the table does not name get their defaults. */
  insert<Row>(tx: Tx, table: BulkTable<Row>, rows: Row[]): Promise<void>
  /** The same, in this order; answers the number (`id`) that each row got, by its name in a column. */
  insertNumbered<Row>(
    tx: Tx,
    table: BulkTable<Row>,
    rows: Row[],
    name: keyof Row & string,
  ): Promise<Map<string, number>>
  /** Changes rows that there are; what is not found as it was is left alone. */
  change<Found, Changed>(
    tx: Tx,
    change: BulkChange<Found, Changed>,
    rows: { where: Found; set: Changed }[],
  ): Promise<void>
  /**
   * The rows of these keys, kept from others until the transaction ends. Keys without a row are left out, or come with
   * the defaults. Always in one order of keys, so that no two transactions wait for each other.
   */
  lock<Row>(tx: Tx, table: BulkTable<Row>, keys: Partial<Row>[]): Promise<Row[]>
  /** Writes rows whole, new ones and known ones. */
  put<Row>(tx: Tx, table: BulkTable<Row>, rows: Row[]): Promise<void>
  /** Adds the columns outside of the key to those of the rows that there are. */
  add<Row>(tx: Tx, table: BulkTable<Row>, rows: Row[]): Promise<void>
}

/** `insert into … (…)`, to be followed by the values. */
export function insertInto<Row>({ name, columns }: BulkTable<Row>): string {
  return `insert into ${name} (${Object.keys(columns).map((column) => `"${column}"`)})`
}

/** The end of an insert that replaces rows whose key exists. */
export function overwrite<Row>(table: BulkTable<Row>): string {
  return upsert(table, (column) => `${column} = excluded.${column}`)
}

/** The end of an insert that adds to rows whose key exists. */
export function addition<Row>(table: BulkTable<Row>): string {
  return upsert(table, (column) => `${column} = ${table.name}.${column} + excluded.${column}`)
}

function upsert<Row>(table: BulkTable<Row>, set: (column: string) => string): string {
  const others = Object.keys(table.columns).filter((column) => !isKey(table, column))
  return `on conflict (${table.key}) do update set ${others.map(set)}`
}

export function isKey<Row>({ key }: BulkTable<Row>, column: string): boolean {
  return (key as readonly string[]).includes(column)
}
