// Which test files a change concerns, in this repository itself.
import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { concernedBy } from './changed-files.ts'
import { allTestFiles } from './chosen-files.ts'

const root = resolve(import.meta.dir, '..')
const tests = allTestFiles(root)
const concerned = (...changed: string[]) => concernedBy(root, changed, tests)

test('a test file that has changed concerns itself alone', async () => {
  expect(await concerned('test/changed-files.test.ts')).toEqual(['test/changed-files.test.ts'])
})

test('a module concerns the tests that import it, however far away', async () => {
  const files = await concerned('test/chosen-files.ts')
  expect(files).toContain('test/chosen-files.test.ts')
  expect(files).toContain('test/changed-files.test.ts')
  expect(files).not.toContain('packages/contract/src/validation.test.ts')
})

test('a module of another package concerns the tests that import it by the package', async () => {
  expect(await concerned('packages/contract/src/csv.ts')).toContain('packages/contract/src/client.test.ts')
})

test('a part of the dashboard concerns the tests that open it', async () => {
  expect(await concerned('packages/dashboard/src/app/main.tsx')).toContain('e2e/dashboard-links.test.ts')
})

test('a document concerns the tests that name it', async () => {
  expect(await concerned('docs/webhooks.md')).toContain('e2e/webhook-document.test.ts')
})

test('a thread concerns the tests of what starts it', async () => {
  expect(await concerned('packages/server/src/drain.ts')).toContain(
    'packages/server/src/features/clicks/segments.test.ts',
  )
})
