// Searching links whose destinations are as long as they may be: found like all others, and without harm to anybody.
import { onEachEngine } from '../../../../../test/instance.ts'
import { searchLongTexts } from '../../../../../test/long-texts.ts'

onEachEngine('links with very long destinations', (instance) =>
  searchLongTexts(instance, { bulks: 6, longest: 1, lengths: [3, 499], terms: 2, rounds: 1 }),
)
