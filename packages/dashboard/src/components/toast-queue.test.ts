// Toasts wait until the toast list has loaded.
import { expect, test } from 'bun:test'
import { handleToasts, loadToastListWith, showToast } from './toast-queue.ts'

test('a toast loads the toast list, and is shown once the list has loaded', () => {
  const shown: string[] = []
  let loads = 0
  loadToastListWith(() => {
    loads++
  })
  showToast({ title: 'Saved' })
  showToast({ title: 'Copied' })
  expect(loads).toBe(2)

  const stop = handleToasts(({ title }) => shown.push(title))
  expect(shown).toEqual(['Saved', 'Copied'])
  showToast({ title: 'Archived' })
  expect(shown).toEqual(['Saved', 'Copied', 'Archived'])
  expect(loads).toBe(2)

  stop()
  showToast({ title: 'Later' })
  expect(shown).toHaveLength(3)
  expect(loads).toBe(3)
  handleToasts(({ title }) => shown.push(title))()
  expect(shown).toEqual(['Saved', 'Copied', 'Archived', 'Later'])
})
