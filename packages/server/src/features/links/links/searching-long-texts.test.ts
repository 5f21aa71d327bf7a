// Searching links with destinations of the maximum length: found like all others, without delaying others.

import { searchLongTexts } from '../../../../../../test/generated/long-texts.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('links with very long destinations', (instance) =>
  searchLongTexts(instance, { bulks: 6, longest: 1, lengths: [3, 499], terms: 2, rounds: 1 }),
)
