// Reads and writes many rows at a time by their keys, mostly for the click worker; each engine has its own way.
import type { Tx } from '../platform/transaction.ts'
import type { Schema } from './schema.ts'

export type BulkValue = number | string | Uint8Array | null
export type ColumnType = 'bigint' | 'text' | 'bytea'

/** A table and the columns of its key. Other columns have defaults. */
export interface BulkTable<Row> {
  name: keyof Schema
  key: readonly (keyof Row & string)[]
  columns: Readonly<Record<keyof Row & string, ColumnType>>
}

/** The columns that identify rows of a table, and the columns that are changed in them. */
export interface BulkChange<Found, Changed> {
  name: keyof Schema
  where: Readonly<Record<keyof Found & string, ColumnType>>
  set: Readonly<Record<keyof Changed & string, ColumnType>>
}

export interface BulkRows {
  /** Inserts rows. Columns that aren't listed get their defaults. */
  insert<Row>(tx: Tx, table: BulkTable<Row>, rows: Row[]): Promise<void>
  /** The same, in this order; returns the `id` of each row, by its value in the column `name`. */
  insertNumbered<Row>(
    tx: Tx,
    table: BulkTable<Row>,
    rows: Row[],
    name: keyof Row & string,
  ): Promise<Map<string, number>>
  /** Changes existing rows; rows that have changed in between are left alone. */
  change<Found, Changed>(
    tx: Tx,
    change: BulkChange<Found, Changed>,
    rows: { where: Found; set: Changed }[],
  ): Promise<void>
  /**
   * Locks the rows with these keys until the transaction ends, and returns them. Keys without a row are left out, or get a
   * row with defaults. Keys must always be in the same order, so that no two transactions wait for each other.
   */
  lock<Row>(tx: Tx, table: BulkTable<Row>, keys: Partial<Row>[]): Promise<Row[]>
  /** Inserts or replaces rows. */
  put<Row>(tx: Tx, table: BulkTable<Row>, rows: Row[]): Promise<void>
  /** Adds the columns outside of the key to those of existing rows, or inserts rows. */
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
