// How a draft goes on: from change to change, from save to save, and over a reload.
import { describe, expect, test } from 'bun:test'
import { changed, changedElsewhere, type Kept, rebased, settled, storable } from './draft-state.ts'

interface Values {
  title: string
  url: string
  password: string
}

const saved: Values = { title: 'Before', url: 'https://example.com/', password: '' }
const unchanged: Kept<Values> = { base: saved, changes: {} }
const draft = (changes: Partial<Values>, base = saved): Kept<Values> => ({ base, changes })

describe('a draft', () => {
  test('has what was changed, and no longer what was changed back', () => {
    const once = changed(unchanged, saved, { title: 'After' })
    expect(once).toEqual(draft({ title: 'After' }))
    expect(changed(once, saved, { url: 'x', title: 'Before' })).toEqual(draft({ url: 'x' }))
  })

  test('begins from what is saved by then, and stays with that while it has changes', () => {
    const newer = { ...saved, url: 'https://example.com/newer' }
    expect(changed(unchanged, newer, { title: 'After' }).base).toEqual(newer)
    expect(changed(draft({ title: 'After' }), newer, { password: 'x' }).base).toEqual(saved)
  })

  test('keeps what was typed while a save was under way', () => {
    const sent = { title: 'First', url: 'https://example.com/first' }
    const there = { ...saved, ...sent }
    expect(settled(draft({ ...sent, title: 'Second' }), there, sent)).toEqual(
      draft({ title: 'Second' }, there),
    )
    // Nothing more is to be saved, also where the server writes it otherwise.
    const mended = { ...there, url: 'https://example.com/first?' }
    expect(settled(draft(sent), mended, sent)).toEqual(draft({}, mended))
  })

  test('goes on from another saved state, with those of its changes that are not given up', () => {
    const theirs = { title: 'Theirs', url: 'https://example.com/theirs', password: '' }
    const mine = draft({ title: 'Mine', url: 'https://example.com/theirs', password: 'x' })
    expect(rebased(mine, theirs, ['password'])).toEqual(draft({ title: 'Mine' }, theirs))
  })

  test('is kept without what no storage may hold', () => {
    const state = draft({ title: 'After', password: 'secret' })
    expect(storable(state, ['password'])).toEqual(draft({ title: 'After' }))
    expect(storable(draft({ password: 'secret' }), ['password'])).toBeNull()
    expect(storable(unchanged, [])).toBeNull()
  })
})

describe('what was changed elsewhere', () => {
  const there = { ...saved, title: 'Theirs', url: 'https://example.com/theirs' }

  test('is in conflict where it was changed here too, to something else', () => {
    expect(changedElsewhere(there, saved, { title: 'Mine' })).toEqual({
      elsewhere: ['title', 'url'],
      conflicts: ['title'],
    })
    expect(changedElsewhere(there, saved, { title: 'Theirs', password: 'x' }).conflicts).toEqual([])
  })

  test('is nothing where nobody has saved since', () => {
    expect(changedElsewhere(saved, saved, { title: 'Mine' })).toEqual({ elsewhere: [], conflicts: [] })
  })
})
