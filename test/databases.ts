// Fresh databases for tests: a folder for SQLite, or a database in the tests' PostgreSQL, which the server migrates.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../packages/server/src/db/open.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { createLog } from '../packages/server/src/platform/log.ts'
import { postgresForTests } from './postgres.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface FreshDatabase {
  /** Settings that make a server use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string; PLANS_FILE?: string }
  remove(): Promise<void>
}

export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  return await newDatabase(engine)
}

let template: Promise<string> | undefined

/** One that has the server's tables already: PostgreSQL copies them in a fifth of the time that migrating takes. */
export async function migratedDatabase(engine: Engine): Promise<FreshDatabase> {
  if (engine === 'sqlite') return await newDatabase(engine)
  template ??= newTemplate()
  return await newDatabase(engine, await template)
}

/** The name of a database that this process copies; it goes with its PostgreSQL. */
async function newTemplate(): Promise<string> {
  const { env } = await freshDatabase('postgres')
  const url = env.DATABASE_URL as string
  const log = createLog('error')
  const options = { url, dataDirectory: env.DATA_DIR, poolSize: 2, clock: systemClock, log }
  await (await openDatabase(options)).close()
  rmSync(env.DATA_DIR, { recursive: true })
  return new URL(url).pathname.slice(1)
}

async function newDatabase(engine: Engine, template = 'template1'): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-data-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { env: { DATA_DIR: folder }, remove: async () => removeFolder() }
  const name = `linnet_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template}`)
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
