// The kinds of component in the editor.
import { expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract/component-kinds'
import { defaultLanguage, languages, languageTags, loadLanguage } from '@linnet/languages'
import { kindGroups, kindMessages } from './kinds.ts'

test('every kind is offered once', () => {
  expect(kindGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual(componentKinds.toSorted())
})

test('every language names the kinds, and no others', async () => {
  const others = languageTags.filter((tag) => tag !== defaultLanguage)
  expect(others).not.toBeEmpty()
  for (const tag of others) {
    const messages = await languages[tag].load?.dashboard()
    expect(Object.keys(messages?.componentKinds ?? {}).toSorted()).toEqual(componentKinds.toSorted())
  }
})

test('a kind has the name of the language, or else its English name', async () => {
  await loadLanguage('id', 'dashboard')
  expect(kindMessages('id')('COUNTDOWN').name).toBe('Hitung mundur')
  expect(kindMessages('en')('COUNTDOWN').name).toBe('Countdown')
})
