// Compares searches with a naive filter after random changes: an incorrect index gives incorrect results.

import { searchAfterChanges } from '../../../../../../test/generated/search-model.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('searches after changes', (instance) =>
  searchAfterChanges(instance, { runs: 5, alike: 6, terms: ['spring', '/99'], edits: 3 }),
)
