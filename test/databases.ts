// Fresh databases for tests: a folder for SQLite, or a database in the tests' PostgreSQL, each migrated by the server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { postgresForTests } from './postgres.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface FreshDatabase {
  /** Settings that make a server use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string; PLANS_FILE?: string }
  remove(): Promise<void>
}

export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-data-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { env: { DATA_DIR: folder }, remove: async () => removeFolder() }
  const name = `linnet_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(await postgresForTests())
  url.pathname = `/${name}`
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    async remove() {
      removeFolder()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

/** Runs a statement as the administrator of the tests' PostgreSQL. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await postgresForTests() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
