// Very many searches, concurrently and while links change, of links with destinations of the maximum length.

import { searchLongTexts } from '../../../../../../test/generated/long-texts.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('links with very long destinations', (instance) =>
  searchLongTexts(instance, { bulks: 7, longest: 7, lengths: [3, 4, 10, 100, 499], terms: 3, rounds: 3 }),
)
