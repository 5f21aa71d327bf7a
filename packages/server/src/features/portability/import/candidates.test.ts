// The checks of another program's link before it is imported.
import { expect, test } from 'bun:test'
import type { DomainRules } from '../../links/links/index.ts'
import { checkLink } from './candidates.ts'
import type { ImportOptions } from './options.ts'
import { wholeLink } from './source-link.ts'

const rules = {
  requireAllowed: async () => {},
  isOwnHost: () => false,
  isCustomDomain: async () => false,
} as unknown as DomainRules
const options = { hosts: null, archiveHidden: false } as ImportOptions

test('a setting that an update would refuse is left out, and the report says so', async () => {
  const link = wholeLink({
    longUrl: 'https://example.com/',
    settings: { archive_at: '2199-02-31', adult: true, expired_at: -1 },
  })
  const [candidate] = await checkLink({ userId: 1, rules, options, now: Date.now() }, link, 1)
  expect(candidate).toMatchObject({
    settings: { adult: true },
    notes: [
      'its archive_at is not imported: it is not valid here',
      'its expired_at is not imported: it is not valid here',
    ],
  })
  expect(candidate).not.toHaveProperty('settings.archive_at')
  expect(candidate).not.toHaveProperty('settings.expired_at')
})
