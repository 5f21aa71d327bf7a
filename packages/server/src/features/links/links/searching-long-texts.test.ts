// Searching links whose destinations are as long as they may be: found like all others, and without harm to anybody.

import { searchLongTexts } from '../../../../../../test/generated/long-texts.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('links with very long destinations', (instance) =>
  searchLongTexts(instance, { bulks: 6, longest: 1, lengths: [3, 499], terms: 2, rounds: 1 }),
)
