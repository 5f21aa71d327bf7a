// Which test files are affected by a change, tried on this repository.
import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { concernedBy } from './changed-files.ts'
import { allTestFiles } from './chosen-files.ts'

const root = resolve(import.meta.dir, '../..')
const tests = allTestFiles(root)
const concerned = (...changed: string[]) => concernedBy(root, changed, tests)

test('a changed test file affects only itself', async () => {
  expect(await concerned('test/command/changed-files.test.ts')).toEqual([
    'test/command/changed-files.test.ts',
  ])
})

test('a module affects the tests that import it, directly or indirectly', async () => {
  const files = await concerned('test/command/chosen-files.ts')
  expect(files).toContain('test/command/chosen-files.test.ts')
  expect(files).toContain('test/command/changed-files.test.ts')
  expect(files).not.toContain('packages/contract/src/validation.test.ts')
})

test('a module of another package affects the tests that import it through the package', async () => {
  expect(await concerned('packages/contract/src/csv.ts')).toContain('packages/contract/src/client.test.ts')
})

test('a dashboard file affects the tests that open the dashboard', async () => {
  expect(await concerned('packages/dashboard/src/shell/main.tsx')).toContain('e2e/dashboard-links.test.ts')
})

test('a document affects the tests that name it', async () => {
  expect(await concerned('docs/webhooks.md')).toContain('e2e/webhook-document.test.ts')
})

test('a worker thread affects the tests of the code that starts it', async () => {
  expect(await concerned('packages/server/src/workers/click-worker.ts')).toContain(
    'packages/server/src/features/clicks/journal/segments.test.ts',
  )
})
