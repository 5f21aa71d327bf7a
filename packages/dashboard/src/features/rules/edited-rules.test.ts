// What the rules of a link become while they are edited, and what the API is sent.
import { describe, expect, test } from 'bun:test'
import type { Rule } from '@linnet/contract'
import {
  conditionKinds,
  copyOf,
  type EditedRule,
  editedRules,
  givenRules,
  isForEveryone,
  kindsIn,
  newRule,
  sharesOf,
  withCondition,
  withDestination,
  withoutCondition,
} from './edited-rules.ts'
import { errorAt, ruleErrors } from './rule-errors.ts'

const rule: Rule = {
  id: 'rul_1',
  name: null,
  when: { os: ['ios'], hours: ['18:00', '23:30'], time_zone: 'Europe/Berlin' },
  to: [{ id: 'dst_1', long_url: 'https://example.com/a', weight: 70 }],
}
const sentWhen = (when: EditedRule['when']) =>
  givenRules([{ ...(editedRules([rule])[0] as EditedRule), when }])[0]?.when

describe('what is sent', () => {
  test('is what was read, if nothing was changed', () => {
    expect(givenRules(editedRules([rule]))).toEqual([rule])
  })

  test('has ids only where the link has them, and complete addresses', () => {
    const added = newRule('ios', 'https://example.com/')
    expect(givenRules([{ ...added, name: ' A ', to: withDestination(added.to) }])).toEqual([
      {
        name: 'A',
        when: { os: ['ios'] },
        to: [
          { long_url: '', weight: 50 },
          { long_url: '', weight: 50 },
        ],
      },
    ])
    const copy = copyOf(editedRules([rule])[0] as EditedRule)
    expect(givenRules([copy])[0]).not.toHaveProperty('id')
    expect(
      givenRules([{ ...copy, to: [{ id: 'dst_9', long_url: ' example.com/b ', weight: 1 }] }])[0]?.to,
    ).toEqual([{ id: 'dst_9', long_url: 'https://example.com/b', weight: 1 }])
  })

  test('is refused by the API for conditions without a value, instead of holding for everyone', () => {
    expect(sentWhen({ time_zone: 'UTC' })).toEqual({ time_zone: 'UTC', days: [] })
    expect(sentWhen({ from: null })).toEqual({ from: null })
    expect(sentWhen({ from: null, until: 5 })).toEqual({ until: 5 })
    expect(sentWhen({ from: 4, until: null })).toEqual({ from: 4 })
  })
})

test('every kind of condition is added as itself, and removed without a trace', () => {
  for (const kind of conditionKinds) {
    const when = withCondition({}, kind)
    expect(kindsIn(when)).toEqual([kind])
    expect(withoutCondition(when, kind)).toEqual({})
  }
})

test('a rule without conditions is for everyone', () => {
  expect(isForEveryone(newRule('split', ''))).toBe(true)
  expect(isForEveryone(newRule('country', ''))).toBe(false)
})

test('shares are by weight, and a new destination gets an average one', () => {
  const [first, second] = newRule('split', 'https://example.com/').to
  if (!first || !second) throw new Error('a split has two destinations')
  const to = [
    { ...first, weight: 70 },
    { ...second, weight: 30 },
  ]
  expect(sharesOf(to)).toEqual([0.7, 0.3])
  expect(withDestination(to).map(({ weight }) => weight)).toEqual([70, 30, 50])
  expect(sharesOf([{ ...first, weight: '' }])).toEqual([0])
})

test('errors are sorted by the rule that they are about, and found within values', () => {
  const errors = ruleErrors(
    {
      'rules.1.when.country.0': 'a',
      'rules.1.to.0.long_url': 'b',
      'rules.7.name': 'c',
      title: 'd',
      rules: 'e',
    },
    [{ id: 'rul_1' }, { id: 'rul_2' }],
  )
  expect([...errors]).toEqual([['rul_2', { 'when.country.0': 'a', 'to.0.long_url': 'b' }]])
  expect(errorAt(errors.get('rul_2') ?? {}, 'when.country')).toBe('a')
  expect(errorAt(errors.get('rul_2') ?? {}, 'when.os')).toBeUndefined()
})
