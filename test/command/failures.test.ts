// The summary of failures at the end of a run.
import { expect, test } from 'bun:test'
import { Failures } from './failures.ts'

test('each failure is shown with its file and the last lines before it', () => {
  const failures = new Failures()
  failures.read('a/one.test.ts:\na note\n')
  failures.read('\nb/two.test.ts:\n12 | expect(1).toBe(2)\n')
  failures.read('error: no\n(fail) adds > numbers [2ms]\n0:30  1 of 2 files done\n')
  failures.read(`${'long\n'.repeat(500)}(fail) subtracts [1ms]\n`)
  const [first = '', second = ''] = failures.summary.split('\n\n')
  expect(first).toBe('b/two.test.ts:\n12 | expect(1).toBe(2)\nerror: no\n(fail) adds > numbers [2ms]')
  expect(second.split('\n').length).toBe(51)
  expect(second).toStartWith('b/two.test.ts:\nlong\n')
  expect(second).toEndWith('\n(fail) subtracts [1ms]')
})

test('beyond ten, failures are only counted, and without any the summary is empty', () => {
  const failures = new Failures()
  failures.read('a.test.ts:\n')
  expect(failures.summary).toBe('')
  for (let number = 0; number < 12; number++) failures.read(`(fail) ${number}\n`)
  expect(failures.summary).toContain('(fail) 9')
  expect(failures.summary).not.toContain('(fail) 10')
  expect(failures.summary).toEndWith('More failures: 2')
})
