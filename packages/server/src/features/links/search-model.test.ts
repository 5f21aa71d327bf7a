// Searches compared with a naive filter after random changes: an index that is wrong is a wrong answer.
import { onEachEngine } from '../../../../../test/instance.ts'
import { searchAfterChanges } from '../../../../../test/search-model.ts'

onEachEngine('searches after changes', (instance) =>
  searchAfterChanges(instance, { runs: 5, alike: 6, terms: ['spring', '/99'], edits: 3 }),
)
