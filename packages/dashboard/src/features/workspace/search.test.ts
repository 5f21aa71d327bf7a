// The state of the workspace's lists in the URL.
import { expect, test } from 'bun:test'
import { readWorkspaceSearch, timesOf } from './search.ts'

test('valid values are kept', () => {
  const search = {
    search: 'budi',
    invite: true,
    person: 'usr_01',
    action: 'role_changed',
    from: '2026-11-01',
    until: '2026-11-26',
  } as const
  expect(readWorkspaceSearch(search)).toEqual(search)
})

test('everything else is dropped', () => {
  expect(
    readWorkspaceSearch({
      search: '  ',
      invite: 'yes',
      person: 'wsp_1',
      action: 'DROP TABLE',
      from: '2026-13-01',
      until: 'tomorrow',
      other: 1,
    }),
  ).toEqual({})
  expect(readWorkspaceSearch({ search: 'a\0b' })).toEqual({ search: 'a b' })
})

test('days are from their start to the end of the last one, whatever the time zone and its changes', () => {
  const { from = 0, until = 0 } = timesOf({ from: '2026-11-01', until: '2026-11-02' })
  expect(from).toBe(new Date(2026, 10, 1).getTime() / 1000)
  expect(until).toBe(new Date(2026, 10, 3).getTime() / 1000)
  expect(timesOf({})).toEqual({})
  expect(timesOf({ from: '0001-01-01' })).toEqual({ from: 0 })
})
