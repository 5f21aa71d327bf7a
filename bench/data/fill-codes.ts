// Fills a database with codes in which mistyped ones are looked up: half of them generated, half like those that people choose.
import { Database as Connection } from 'bun:sqlite'
import pg from 'pg'
import { sqliteFile } from '../../packages/server/src/db/open.ts'
import { codeMaker } from '../../packages/server/src/features/links/links/index.ts'
import type { Settings } from '../servers.ts'
import { randomsOf } from './random.ts'

const batch = 50_000

const words =
  `spring summer autumn winter sale offer event launch news menu book shop map jobs team party music video photo price
  deal gift card store ticket guide demo trial beta docs help faq blog press kit logo brand poster flyer radio show game play
  quiz vote form sign join start`.split(/\s+/)

/** The chosen code with this number: words, words with numbers, invented names, and names in capitals, all different. */
export function chosenCode(number: number, random: () => number): string {
  const word = () => words[Math.floor(random() * words.length)] as string
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const letter = (letters: string) => letters.charAt(Math.floor(random() * letters.length))
  const syllable = () => letter('bcdfghklmnprstvw') + letter('aeiou')
  const kind = number % 4
  if (kind === 0) return `${word()}-${word()}-${number}`
  if (kind === 1) return word() + number.toString(36)
  if (kind === 2) return `${syllable()}${syllable()}${syllable()}-${number.toString(36)}`
  return capital(word()) + capital(word()) + number
}

/**
 * Gives the first links chosen codes, and adds others that lead nowhere, so that there are `codes` in all; returns those of the
 * links. Creating as many links would take an hour, and no search reads them.
 */
export async function fillCodes(
  settings: Settings,
  { links, codes }: { links: number; codes: number },
): Promise<string[]> {
  const random = randomsOf(7)
  const own = Array.from({ length: links }, (_, index) => chosenCode(index, random))
  const url = settings.DATABASE_URL
  const rows = function* () {
    for (let start = links; start < codes; start += batch)
      yield Array.from({ length: Math.min(batch, codes - start) }, (_, index) => {
        const number = start + index
        return { code: number % 2 === 0 ? codeMaker.make() : chosenCode(number, random), id: number + 1 }
      })
  }
  if (url) await fillPostgres(url, own, rows())
  else fillSqlite(sqliteFile(settings.DATA_DIR as string), own, rows())
  return own
}

type Batches = Iterable<{ code: string; id: number }[]>

function fillSqlite(file: string, own: readonly string[], batches: Batches): void {
  using connection = new Connection(file)
  connection.exec('pragma foreign_keys = off')
  const rename = connection.prepare('update codes set code = ? where link_id = ?')
  const insert = connection.prepare('insert or ignore into codes (domain_id, code, link_id) values (0, ?, ?)')
  connection.transaction(() => {
    for (const [index, code] of own.entries()) rename.run(code, index + 1)
  })()
  for (const rows of batches)
    connection.transaction(() => {
      for (const { code, id } of rows) insert.run(code, id)
    })()
  connection.exec('analyze')
}

async function fillPostgres(url: string, own: readonly string[], batches: Batches): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Without foreign keys.
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      `update codes set code = named.code from unnest($1::text[]) with ordinality as named (code, id)
       where codes.link_id = named.id`,
      [own],
    )
    for (const rows of batches)
      await client.query(
        `insert into codes (domain_id, code, link_id) select 0, code, id from unnest($1::text[], $2::bigint[]) as made (code, id)
         on conflict do nothing`,
        [rows.map(({ code }) => code), rows.map(({ id }) => id)],
      )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
