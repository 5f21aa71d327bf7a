// Compares searches with a naive filter after very many random changes.

import { searchAfterChanges } from '../../../../../../test/generated/search-model.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('searches after changes', (instance) =>
  searchAfterChanges(instance, {
    runs: 40,
    alike: 7,
    terms: ['spring', 'https', 'alike.example/1', 'g 6', 'sp', '7', '/99', ''],
    edits: 10,
  }),
)
