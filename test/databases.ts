// Fresh databases for tests: a folder for SQLite, or a database on the test PostgreSQL.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, sqliteFile } from '../packages/server/src/db/open.ts'
import { createLog } from '../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import { postgresForTests } from './servers/postgres.ts'

export type Engine = 'sqlite' | 'postgres'

/** The engines to test on; `TEST_ENGINES` restricts them to one. */
export const engines = (process.env.TEST_ENGINES?.split(',') ?? ['sqlite', 'postgres']) as Engine[]

export interface FreshDatabase {
  /** Settings that make a server use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string; PLANS_FILE?: string }
  remove(): Promise<void>
}

export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  return await newDatabase(engine)
}

const templates = new Map<Engine, Promise<string>>()

/** A database that already has the server's tables, because copying it is much faster than migrating. */
export async function migratedDatabase(engine: Engine): Promise<FreshDatabase> {
  const template = templates.get(engine) ?? newTemplate(engine)
  templates.set(engine, template)
  return await newDatabase(engine, await template)
}

/** The template that this process copies: an SQLite file, deleted on exit, or a database on the test PostgreSQL. */
async function newTemplate(engine: Engine): Promise<string> {
  const { env } = await freshDatabase(engine)
  const url = env.DATABASE_URL ?? null
  const log = createLog('error')
  const options = { url, dataDirectory: env.DATA_DIR, poolSize: 2, clock: systemClock, log }
  await (await openDatabase(options)).close()
  const removeFolder = () => rmSync(env.DATA_DIR, { recursive: true, force: true })
  if (url === null) process.on('exit', removeFolder)
  else removeFolder()
  return url === null ? sqliteFile(env.DATA_DIR) : new URL(url).pathname.slice(1)
}

async function newDatabase(engine: Engine, template?: string): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(process.env.LINNET_TEST_DATA ?? tmpdir(), 'linnet-data-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') {
    if (template) copyFileSync(template, sqliteFile(folder))
    return { env: { DATA_DIR: folder }, remove: async () => removeFolder() }
  }
  // With fsync off, copying files is cheaper for the server than writing every page to its log.
  const name = `linnet_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template ?? 'template1'} strategy file_copy`)
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

/** Runs a statement as the administrator of the test PostgreSQL. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await postgresForTests() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
