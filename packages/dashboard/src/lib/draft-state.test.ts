// How a draft evolves with changes, saves and a reload.
import { describe, expect, test } from 'bun:test'
import { afterSave, changed, changedElsewhere, type DraftState, rebased, storable } from './draft-state.ts'

interface Values {
  title: string
  url: string
  password: string
}

const saved: Values = { title: 'Before', url: 'https://example.com/', password: '' }
const unchanged: DraftState<Values> = { base: saved, changes: {} }
const draft = (changes: Partial<Values>, base = saved): DraftState<Values> => ({ base, changes })

describe('a draft', () => {
  test('has the changed values, without those that were changed back', () => {
    const once = changed(unchanged, saved, { title: 'After' })
    expect(once).toEqual(draft({ title: 'After' }))
    expect(changed(once, saved, { url: 'x', title: 'Before' })).toEqual(draft({ url: 'x' }))
  })

  test('starts from the latest saved state, and keeps that base while it has changes', () => {
    const newer = { ...saved, url: 'https://example.com/newer' }
    expect(changed(unchanged, newer, { title: 'After' }).base).toEqual(newer)
    expect(changed(draft({ title: 'After' }), newer, { password: 'x' }).base).toEqual(saved)
  })

  test('keeps what was typed during a save', () => {
    const sent = { title: 'First', url: 'https://example.com/first' }
    const current = { ...saved, ...sent }
    expect(afterSave(draft({ ...sent, title: 'Second' }), current, sent)).toEqual(
      draft({ title: 'Second' }, current),
    )
    // Nothing is left to save, even if the server formats it differently.
    const corrected = { ...current, url: 'https://example.com/first?' }
    expect(afterSave(draft(sent), corrected, sent)).toEqual(draft({}, corrected))
  })

  test('moves to another saved state with the changes that are not discarded', () => {
    const theirs = { title: 'Theirs', url: 'https://example.com/theirs', password: '' }
    const mine = draft({ title: 'Mine', url: 'https://example.com/theirs', password: 'x' })
    expect(rebased(mine, theirs, ['password'])).toEqual(draft({ title: 'Mine' }, theirs))
  })

  test('is stored without the values that must not be stored', () => {
    const state = draft({ title: 'After', password: 'secret' })
    expect(storable(state, ['password'])).toEqual(draft({ title: 'After' }))
    expect(storable(draft({ password: 'secret' }), ['password'])).toBeNull()
    expect(storable(unchanged, [])).toBeNull()
  })
})

describe('a change made elsewhere', () => {
  const current = { ...saved, title: 'Theirs', url: 'https://example.com/theirs' }

  test('conflicts with a different change to the same field here', () => {
    expect(changedElsewhere(current, saved, { title: 'Mine' })).toEqual({
      elsewhere: ['title', 'url'],
      conflicts: ['title'],
    })
    expect(changedElsewhere(current, saved, { title: 'Theirs', password: 'x' }).conflicts).toEqual([])
  })

  test('is not reported if nobody has saved since', () => {
    expect(changedElsewhere(saved, saved, { title: 'Mine' })).toEqual({ elsewhere: [], conflicts: [] })
  })
})
