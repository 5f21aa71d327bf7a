// Opening the SQLite file while another process has it open.
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

test('opening waits for a process that is creating the file, and then uses WAL mode', async () => {
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
