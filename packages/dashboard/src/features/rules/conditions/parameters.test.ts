// The rows of names and values that stand for the parameters of a condition.
import { expect, test } from 'bun:test'
import { parametersIn, queryOf } from './parameters.ts'

test('a condition is the same after it was shown as rows', () => {
  const queries: Parameters<typeof parametersIn>[0][] = [
    { ref: 'news' },
    { ref: ['news', 'blog'], beta: true },
  ]
  for (const query of queries) expect(queryOf(parametersIn(query))).toEqual(query)
})

test('rows with the same name are alternatives, and an empty value is any', () => {
  expect(queryOf([row('ref', 'a'), row('ref', 'b'), row('ref', 'c')])).toEqual({ ref: ['a', 'b', 'c'] })
  expect(queryOf([row('ref', 'a'), row('ref', '')])).toEqual({ ref: true })
  expect(queryOf([row('toString', 'a')])).toEqual({ toString: 'a' } as never)
})

test('there is always a row to fill in, which the API refuses while it has no name', () => {
  expect(parametersIn({})).toEqual([row('', '')])
  expect(queryOf([row('', '')])).toEqual({ '': true })
})

const row = (name: string, value: string) => ({ name, value })
