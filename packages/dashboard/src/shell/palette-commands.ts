// What the command palette offers: links that are found, pages and commands.

import type { Link } from '@linnet/contract'
import { languages, languageTags } from '@linnet/languages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../components/command-dialog.tsx'
import { includes } from '../components/command-dialog.tsx'
import { Languages, Link as LinkIcon, LogOut, Plus, SunMoon } from '../components/icons.ts'
import { client } from '../lib/client.ts'
import { useDebounced } from '../lib/debounced.ts'
import { chooseLanguage, useLanguage, useMessages } from '../lib/language.ts'
import { chooseTheme, useTheme } from '../lib/preferences.ts'
import { signOut } from '../lib/session.ts'
import { useMay } from '../lib/workspace/may.ts'
import { navigationMessages, useNavigationItems } from './navigation.ts'
import { paletteMessages } from './palette-messages.ts'

/** Opens another overlay of the shell in place of the palette. */
export type OpenOverlay = (overlay: 'workspaces' | 'create-workspace') => void

const mostLinks = 8
const pauseMilliseconds = 100
// Whole URLs are pasted here too; the start of one finds its link.
const longestSearch = 500

/** The links that match, and whether they are still being searched. */
export function useLinkCommands(search: string) {
  const navigate = useNavigate()
  const isSearch = search.length > 1
  const asked = useDebounced(search, pauseMilliseconds)
  const isAsked = asked === search
  const found = useQuery({
    queryKey: ['links', 'palette', asked],
    queryFn: ({ signal }) =>
      client.links.list(
        { search: asked.slice(0, longestSearch).toWellFormed(), limit: mostLinks },
        { signal },
      ),
    enabled: isSearch && asked.length > 1,
    placeholderData: (before) => before,
  })
  // Until the response arrives, pressing Enter must not open a link that was found for an earlier search.
  const isMatch = ({ title, short_url, long_url }: Link) =>
    (isAsked && !found.isPlaceholderData) ||
    [title, short_url, long_url].some((text) => includes(text, search))
  const links = isSearch ? (found.data?.data ?? []) : []
  const commands = links.filter(isMatch).map(
    (link): Command => ({
      id: link.id,
      label: link.title || link.short,
      detail: link.short_url,
      icon: LinkIcon,
      run: () => void navigate({ to: '/links', search: { link: link.id } }),
    }),
  )
  return {
    commands,
    isSearching: isSearch && (!isAsked || found.isFetching),
    error: isSearch && found.isError ? found.error : null,
  }
}

export function usePageCommands(): Command[] {
  const names = useMessages(navigationMessages)
  const navigate = useNavigate()
  return useNavigationItems().map(({ name, to, icon, key }) => ({
    id: to,
    label: names[name],
    icon,
    keys: `G ${key.toUpperCase()}`,
    run: () => void navigate({ to }),
  }))
}

export function useActionCommands(): Command[] {
  const text = useMessages(paletteMessages)
  const language = useLanguage()
  const isDark = useTheme() === 'dark'
  const navigate = useNavigate()
  const mayCreate = useMay('links.create')
  const creating: Command[] = [
    {
      id: 'create',
      label: text.create,
      icon: Plus,
      keys: 'C',
      run: () => requestAnimationFrame(() => document.getElementById('destination')?.focus()),
    },
    { id: 'bulk', label: text.bulk, icon: Plus, run: () => void navigate({ to: '/links/bulk' }) },
  ]
  return [
    ...(mayCreate ? creating : []),
    {
      id: 'theme',
      label: isDark ? text.light : text.dark,
      icon: SunMoon,
      run: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
    ...languageTags
      .filter((tag) => tag !== language)
      .map((tag) => ({
        id: `language-${tag}`,
        label: languages[tag].name,
        icon: Languages,
        run: () => void chooseLanguage(tag),
      })),
    { id: 'sign-out', label: text.signOut, icon: LogOut, run: () => void signOut() },
  ]
}
