// Reads the records of a MySQL dump (mysqldump, mariadb-dump, phpMyAdmin): the rows of YOURLS' table of links.
import { plainName, type SourceRecord } from './records.ts'
import { rowReader } from './rows.ts'
import { type SqlToken, SqlTokens } from './sql-tokens.ts'

/** The columns of YOURLS' table in their order (`yourls_create_sql_tables`), for dumps that don't name them. */
const usualColumns = ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks']

export async function* sqlRecords(pieces: AsyncGenerator<string>): AsyncGenerator<SourceRecord[]> {
  const tokens = new SqlTokens()
  const statements = new InsertReader()
  for await (const piece of pieces) yield read(tokens.read(piece))
  yield read(tokens.end())

  function read(some: Iterable<SqlToken>): SourceRecord[] {
    const records: SourceRecord[] = []
    for (const token of some) {
      const record = statements.take(token)
      if (record) records.push(record)
    }
    return records
  }
}

type State = 'start' | 'into' | 'table' | 'columns' | 'values' | 'row' | 'other'

/** Reads statements token by token; each row that is inserted into a table of links is a record. */
class InsertReader {
  private state: State = 'start'
  private table = ''
  private names: string[] = []
  private cells: unknown[] = []
  private line = 1
  private toRecord = rowReader(usualColumns)

  take(token: SqlToken): SourceRecord | null {
    const { kind, text } = token
    if (kind === 'symbol' && text === ';' && this.state !== 'row') this.state = 'start'
    else if (this.state === 'start')
      this.state = kind === 'word' && /^(?:insert|replace)$/i.test(text) ? 'into' : 'other'
    else if (this.state === 'into') this.beginTable(token)
    else if (this.state === 'table') this.nameTable(token)
    else if (this.state === 'columns') this.nameColumn(token)
    else if (this.state === 'values') this.beginRow(token)
    else if (this.state === 'row') return this.addCell(token)
    return null
  }

  private beginTable({ kind, text }: SqlToken): void {
    if (kind !== 'word' || !/^into$/i.test(text)) return
    this.state = 'table'
    this.table = ''
    this.names = []
  }

  private nameTable({ kind, text }: SqlToken): void {
    if (kind === 'name' || (kind === 'word' && !/^values$/i.test(text))) this.table = text
    else if (text === '(') this.state = 'columns'
    else if (kind === 'word') this.beginValues(usualColumns)
  }

  private nameColumn({ kind, text }: SqlToken): void {
    if (kind === 'name') this.names.push(plainName(text))
    else if (kind === 'word' && /^values$/i.test(text)) this.beginValues(this.names)
    else if (kind === 'word') this.names.push(plainName(text))
  }

  private beginValues(names: string[]): void {
    this.toRecord = rowReader(names)
    // The name may have a prefix, as in `yourls_url`.
    this.state = /(?:^|[_.])url$/i.test(this.table) ? 'values' : 'other'
  }

  private beginRow({ kind, text, line }: SqlToken): void {
    if (kind !== 'symbol' || text !== '(') return
    this.state = 'row'
    this.cells = []
    this.line = line
  }

  private addCell({ kind, text }: SqlToken): SourceRecord | null {
    if (kind === 'string' || kind === 'name') this.cells.push(text)
    // Introducers such as `_binary` give the character set of the string that follows.
    else if (kind === 'word') {
      if (!text.startsWith('_')) this.cells.push(/^null$/i.test(text) ? null : text)
    } else if (text === ')') {
      this.state = 'values'
      return this.toRecord(this.cells, this.line)
    }
    return null
  }
}
