// The summary that a person reads after an import.
import { expect, test } from 'bun:test'
import { summary } from './summary.ts'

const nothing = { dry_run: false, domain: 's.example', read: 0, created: 0, renamed: 0, same: 0, refused: 0 }
const linesOf = (counts: Partial<typeof nothing>) =>
  summary({ ...nothing, ...counts, reasons: {}, hosts: {}, notes: {}, examples: [] })
    .split('\n')
    .slice(0, 4)

test('the summary uses the singular for one, and the plural for several', () => {
  expect(linesOf({ read: 1, created: 1, same: 1, refused: 1 })).toEqual([
    'Read 1 record for s.example.',
    '  1 is new',
    '  1 was here already',
    '  1 was refused',
  ])
  expect(linesOf({ read: 2, created: 2, same: 2, refused: 2 })).toEqual([
    'Read 2 records for s.example.',
    '  2 are new',
    '  2 were here already',
    '  2 were refused',
  ])
})
