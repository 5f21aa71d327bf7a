// Opening SQLite's file while another process has it.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connection.ts'

const holder = `
  const { Database } = require('bun:sqlite')
  const database = new Database(process.argv[1])
  database.run('BEGIN IMMEDIATE')
  console.log('held')
  setTimeout(() => database.run('COMMIT'), 200)
`

test('a new file that another process is about to write is waited for, and then in WAL mode', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-connection-'))
  try {
    const file = join(folder, 'linnet.db')
    const other = Bun.spawn([process.execPath, '-e', holder, file], { stdout: 'pipe', stderr: 'inherit' })
    const { value } = await other.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('held\n')
    const connection = connect(file)
    expect(connection.query('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    connection.close()
    expect(await other.exited).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
