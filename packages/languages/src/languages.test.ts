// The list of languages, and loading their messages.
import { describe, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { defaultLanguage, inEveryLanguage, isLanguage, languages, languageTags } from './index.ts'

const folder = import.meta.dir
const dashboard = resolve(folder, '../../dashboard/src')

/** The path and type of each message. The texts are not compared: some are the same in two languages. */
const pathsOf = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([name, message]) =>
    typeof message === 'object' ? pathsOf(message, `${path}${name}.`) : [`${path}${name}: ${typeof message}`],
  )
const messagesOf = async (tag: string, part: 'pages' | 'dashboard') => {
  // The English names of component kinds are in the contract; the editor's tests compare the other languages with them.
  const { componentKinds: _, ...messages } = await import(join(folder, tag, `${part}.ts`))
  return pathsOf(messages).sort()
}

describe('each language', () => {
  test('has a tag and a locale that Intl knows, and a name of its own', () => {
    for (const tag of languageTags) {
      expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
      expect(new Intl.Locale(languages[tag].locale).language).toBe(new Intl.Locale(tag).language)
    }
    expect(new Set(languageTags.map((tag) => languages[tag].name)).size).toBe(languageTags.length)
  })

  test.each(['pages', 'dashboard'] as const)(
    'has the messages of English, and no others, for %s',
    async (part) => {
      const english = await messagesOf(defaultLanguage, part)
      expect(english.length).toBeGreaterThan(100)
      for (const tag of languageTags) expect(await messagesOf(tag, part)).toEqual(english)
    },
  )
})

test('the messages that the dashboard uses are in the part that a browser loads', async () => {
  const loaded = Object.keys(await import('./en/dashboard.ts'))
  const used = new Set<string>()
  for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: dashboard }))
    for (const [, name] of (await Bun.file(join(dashboard, file)).text()).matchAll(/messagesFor\('(\w+)'/g))
      used.add(name as string)
  expect(used.size).toBeGreaterThan(30)
  expect([...used].filter((name) => !loaded.includes(name))).toEqual([])
})

test('a tag of the list is a language, and nothing else is', () => {
  expect(languageTags[0]).toBe('en')
  expect(['en', 'id', 'in', 'EN', '', null, undefined, 'toString'].filter(isLanguage)).toEqual(['en', 'id'])
  expect(inEveryLanguage((language) => languages[language].name)).toMatchObject({
    en: 'English',
    id: 'Bahasa Indonesia',
  })
})

test('messages of a language are available once it is loaded', () => {
  // In a process of its own, because other tests load languages.
  const { stdout } = Bun.spawnSync([
    process.execPath,
    '-e',
    `import { loadLanguage, messagesFor } from '${folder}/index.ts'
     import { shell } from '${folder}/en/shell/shell.ts'
     const messages = messagesFor('shell', shell)
     const signOut = () => { try { return messages('id').signOut } catch (error) { return error.message } }
     console.log(messages('en').signOut); console.log(signOut())
     await loadLanguage('id', 'pages'); console.log(signOut())
     await loadLanguage('id', 'dashboard'); console.log(signOut())`,
  ])
  const missing = "the messages “shell” aren't loaded in the language id"
  expect(stdout.toString().trim().split('\n')).toEqual(['Sign out', missing, missing, 'Keluar'])
})
