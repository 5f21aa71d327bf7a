// The palette: everything that can be gone to or done, found by typing.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Icon } from '../components/icon.ts'
import { Languages, Link as LinkIcon, LogOut, Plus, SunMoon } from '../components/icons.ts'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/failures.ts'
import { chooseLanguage, defineMessages, useLanguage, useMessages } from '../lib/language.ts'
import { chooseTheme, useTheme } from '../lib/preferences.ts'
import { signOut, useMe } from '../lib/session.ts'
import { navigationItems, navigationMessages } from './navigation.ts'

const messages = defineMessages({
  en: {
    title: 'Search and commands',
    placeholder: 'Search links, pages and commands…',
    go: 'Go to',
    actions: 'Commands',
    links: 'Links',
    create: 'Create a link',
    bulk: 'Create many links',
    light: 'Light look',
    dark: 'Dark look',
    language: 'Bahasa Indonesia',
    signOut: 'Sign out',
    nothing: 'Nothing is called that.',
    searching: 'Searching links…',
  },
  id: {
    title: 'Cari dan perintah',
    placeholder: 'Cari tautan, halaman, dan perintah…',
    go: 'Buka',
    actions: 'Perintah',
    links: 'Tautan',
    create: 'Buat tautan',
    bulk: 'Buat banyak tautan',
    light: 'Tampilan terang',
    dark: 'Tampilan gelap',
    language: 'English',
    signOut: 'Keluar',
    nothing: 'Tidak ada yang bernama itu.',
    searching: 'Mencari tautan…',
  },
})

interface Command {
  id: string
  label: string
  aside?: string
  icon: Icon
  keys?: string
  run(): void
}

interface CommandGroup {
  label: string
  items: Command[]
}

const mostLinks = 8
// Whole addresses are pasted here too; the start of one finds its link.
const longestSearch = 500

const includes = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase())

export function Palette({ onClose }: { onClose(): void }) {
  const text = useMessages(messages)
  const names = useMessages(navigationMessages)
  const language = useLanguage()
  const theme = useTheme()
  const navigate = useNavigate()
  const { administrator } = useMe()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const isSearch = search.length > 1
  const found = useQuery({
    queryKey: ['links', 'palette', search],
    queryFn: ({ signal }) =>
      client.links.list(
        { search: search.slice(0, longestSearch).toWellFormed(), limit: mostLinks },
        { signal },
      ),
    enabled: isSearch,
    placeholderData: (before) => before,
  })

  const fits = ({ label }: Command) => includes(label, search)
  const go: Command[] = navigationItems
    .filter(({ administratorsOnly }) => administrator || !administratorsOnly)
    .map(({ name, to, icon, key }) => ({
      id: to,
      label: names[name],
      icon,
      keys: `G ${key.toUpperCase()}`,
      run: () => void navigate({ to }),
    }))
  const isDark = theme === 'dark'
  const actions: Command[] = [
    {
      id: 'create',
      label: text.create,
      icon: Plus,
      keys: 'C',
      run: () => requestAnimationFrame(() => document.getElementById('destination')?.focus()),
    },
    { id: 'bulk', label: text.bulk, icon: Plus, run: () => void navigate({ to: '/links/bulk' }) },
    {
      id: 'theme',
      label: isDark ? text.light : text.dark,
      icon: SunMoon,
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: text.language,
      icon: Languages,
      run: () => chooseLanguage(language === 'en' ? 'id' : 'en'),
    },
    { id: 'sign-out', label: text.signOut, icon: LogOut, run: () => void signOut() },
  ]
  // Until the answer is there, what was found before must not be taken for it by who presses Enter.
  const isFound = ({ title, short_url, long_url }: Link) =>
    !found.isPlaceholderData || [title, short_url, long_url].some((text) => includes(text, search))
  const links: Command[] = (isSearch ? (found.data?.data ?? []) : []).filter(isFound).map((link) => ({
    id: link.id,
    label: link.title || link.short,
    aside: link.short_url,
    icon: LinkIcon,
    run: () => void navigate({ to: '/links', search: { link: link.id } }),
  }))
  const groups: CommandGroup[] = [
    { label: text.links, items: links },
    { label: text.go, items: go.filter(fits) },
    { label: text.actions, items: actions.filter(fits) },
  ].filter(({ items }) => items.length > 0)

  function choose(command: Command) {
    onClose()
    command.run()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          aria-label={text.title}
          className="fixed left-1/2 top-[max(1rem,12dvh)] z-40 flex max-h-[70dvh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised shadow-overlay"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={setTyped}
            filter={null}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(command: Command) => command.label}
          >
            <Autocomplete.Input
              aria-label={text.title}
              placeholder={text.placeholder}
              className="min-h-13 w-full border-b border-line bg-transparent px-4 outline-none placeholder:text-soft"
            />
            <Autocomplete.Empty className="px-4 text-sm text-soft not-empty:py-6">
              {isSearch && found.isError
                ? null
                : isSearch && found.isFetching
                  ? text.searching
                  : text.nothing}
            </Autocomplete.Empty>
            {isSearch && found.isError ? (
              <p role="alert" className="px-4 pb-2 pt-3 text-sm text-bad">
                {messageOf(found.error, language)}
              </p>
            ) : null}
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.label} items={group.items} className="pb-1.5">
                  <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-xs font-medium text-soft">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => choose(command)}
                        className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-sunken"
                      >
                        <command.icon className="size-4 shrink-0 text-soft" />
                        <span className="min-w-0 truncate">{command.label}</span>
                        {command.aside ? (
                          <span className="min-w-0 truncate text-soft">{command.aside}</span>
                        ) : null}
                        {command.keys ? (
                          <kbd className="ml-auto shrink-0 rounded border border-line px-1.5 font-sans text-xs text-soft">
                            {command.keys}
                          </kbd>
                        ) : null}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
