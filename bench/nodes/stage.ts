// The environment of this section's nodes: one PostgreSQL with links, and the requests for them.
import { join } from 'node:path'
import type { DataSet } from '../data/data-sets.ts'
import { writeVisits, writeVisitsOfAll } from '../data/requests.ts'
import type { Bench } from '../section.ts'
import type { Settings } from '../servers.ts'

/** Nodes that share a database must encrypt secrets with the same key. */
const secretKey = 'a key of the benchmark that seals nothing'

export interface Stage {
  bench: Bench
  /** Of a private PostgreSQL. */
  databaseUrl: string
  /** The settings of a node; the account's key is in its `DATA_DIR`. */
  settings: Settings
  /** Of the account that has the links. */
  key: string
  /** Visits by Zipf's law, and visits that request each code once. */
  visits: string
  all: string
}

export function stageOf(bench: Bench, databaseUrl: string, { settings, key }: DataSet): Stage {
  const { manyLinks: links, codes: most, requests } = bench.options
  const codes = Math.min(most, links)
  const [visits, all] = ['visits-nodes', 'visits-all'].map((name) => join(bench.folder, name)) as [
    string,
    string,
  ]
  writeVisits(visits, { links, codes, count: requests })
  writeVisitsOfAll(all, { links, codes })
  return { bench, databaseUrl, settings: { ...settings, SECRET_KEY: secretKey }, key, visits, all }
}
