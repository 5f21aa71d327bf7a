// The frame of every page: navigation, the field that creates links, and the user's menu.
import { languages, languageTags, messagesFor } from '@linnet/languages'
import { shell } from '@linnet/languages/en/shell/shell'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type Dispatch, lazy, type SetStateAction, Suspense, useEffect, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import {
  Languages,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Search,
  Sun,
  SunMoon,
  WifiOff,
} from '../components/icons.ts'
import { LaterDialog } from '../components/later-dialog.tsx'
import { Menu } from '../components/menu.tsx'
import { showToast } from '../components/toast-queue.ts'
import { useOnline } from '../lib/connection.ts'
import { chooseLanguage, useLanguage, useMessages } from '../lib/language.ts'
import { chooseTheme, type Theme, useTheme } from '../lib/preferences.ts'
import { signOut, useMe } from '../lib/session.ts'
import { takeFarewell } from '../lib/workspace/change.ts'
import { workspaceMessages } from '../lib/workspace/list.ts'
import { useMay } from '../lib/workspace/may.ts'
import { CreateField } from './create-field.tsx'
import { Logo } from './logo.tsx'
import { navigationMessages, useNavigationItems } from './navigation.ts'
import { useShortcuts } from './shortcuts.ts'
import { WorkspaceButton } from './workspace/button.tsx'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))
const WorkspaceSwitcher = lazy(() =>
  import('./workspace/switcher.tsx').then(({ WorkspaceSwitcher }) => ({ default: WorkspaceSwitcher })),
)
const CreateWorkspace = lazy(() =>
  import('./workspace/create.tsx').then(({ CreateWorkspace }) => ({ default: CreateWorkspace })),
)

type Overlay = 'palette' | 'workspaces' | 'create-workspace'

const messages = messagesFor('shell', shell)

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const themeIcons: Record<Theme, typeof Sun> = { system: SunMoon, light: Sun, dark: Moon }

export function Shell() {
  const text = useMessages(messages)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu
  useEffect(() => setMenuOpen(false), [path])
  useShortcuts({ onPalette: () => setOverlay('palette'), onWorkspaces: () => setOverlay('workspaces') })
  useFarewell()
  // The menu would be above it on a phone.
  function openWorkspaces() {
    setMenuOpen(false)
    setOverlay('workspaces')
  }
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ink px-4 py-2 text-ground focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        {text.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface px-3 py-4 lg:flex">
        <Brand />
        <WorkspaceButton onPress={openWorkspaces} />
        <MainNavigation />
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col">
        <Header onMenu={() => setMenuOpen(true)} onPalette={() => setOverlay('palette')} />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-20 outline-none lg:pb-8">
          <Outlet />
        </main>
      </div>
      <TabBar />
      <LaterDialog open={menuOpen} onClose={() => setMenuOpen(false)} title="Linnet" position="side">
        <div className="grid gap-6">
          <WorkspaceButton onPress={openWorkspaces} />
          <MainNavigation />
          <AccountMenu />
        </div>
      </LaterDialog>
      <Overlays open={overlay} onOpen={setOverlay} />
    </div>
  )
}

interface OverlaysProps {
  open: Overlay | null
  onOpen: Dispatch<SetStateAction<Overlay | null>>
}

function Overlays({ open, onOpen }: OverlaysProps) {
  // What was chosen may have opened another one in its place.
  const close = (overlay: Overlay) => () => onOpen((now) => (now === overlay ? null : now))
  return (
    <Suspense>
      {open === 'palette' ? <Palette onOpen={onOpen} onClose={close('palette')} /> : null}
      {open === 'workspaces' ? (
        <WorkspaceSwitcher onCreate={() => onOpen('create-workspace')} onClose={close('workspaces')} />
      ) : null}
      {open === 'create-workspace' ? <CreateWorkspace onClose={close('create-workspace')} /> : null}
    </Suspense>
  )
}

/** Says why this is the user's own workspace, if they were in another one. */
function useFarewell(): void {
  const text = useMessages(workspaceMessages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const { reason, name } = takeFarewell() ?? {}
    if (reason)
      showToast({ title: reason === 'lost' && !name ? text.lost : text[farewells[reason]](name ?? '') })
  }, [])
}

const farewells = { lost: 'lostNamed', left: 'left', deleted: 'deleted' } as const

interface HeaderProps {
  onMenu(): void
  onPalette(): void
}

/** The bar at the top of every page, with the field that creates links. */
function Header({ onMenu, onPalette }: HeaderProps) {
  const text = useMessages(messages)
  const isOnline = useOnline()
  const mayCreate = useMay('links.create')
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="flex items-center gap-2 px-3 py-2.5 sm:px-6">
        <div className="lg:hidden">
          <IconButton label={text.menu} onClick={onMenu}>
            <MenuIcon />
          </IconButton>
        </div>
        {mayCreate ? <CreateField /> : <div className="flex-1" />}
        <Button
          variant="quiet"
          icon={<Search />}
          onClick={onPalette}
          aria-keyshortcuts="Control+K Meta+K"
          className="max-sm:w-10 max-sm:px-0"
        >
          <span className="sr-only">{text.search}</span>
          <kbd className="rounded border border-line px-1.5 font-sans text-xs max-sm:hidden">Ctrl K</kbd>
        </Button>
      </div>
      {isOnline ? null : (
        <p role="status" className="flex items-center gap-2 bg-warn-tint px-4 py-1.5 text-sm text-warn">
          <WifiOff className="size-4 shrink-0" />
          {text.offline}
        </p>
      )}
    </header>
  )
}

function Brand() {
  return (
    <Link to="/links" className="flex items-center gap-2.5 px-2 text-lg font-semibold" translate="no">
      <Logo />
      Linnet
    </Link>
  )
}

function MainNavigation() {
  const names = useMessages(navigationMessages)
  const text = useMessages(messages)
  const items = useNavigationItems()
  return (
    <nav aria-label={text.main}>
      <ul className="grid gap-0.5">
        {items.map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <Link
              to={to}
              className="flex min-h-10 items-center gap-3 rounded-control px-3 text-soft transition-colors hover:bg-sunken hover:text-ink"
              activeProps={{ className: 'bg-tint! text-accent! font-medium' }}
            >
              <Icon className="size-4.5 shrink-0" />
              {names[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone, the most important pages are within reach of the thumb. */
function TabBar() {
  const names = useMessages(navigationMessages)
  const text = useMessages(messages)
  const items = useNavigationItems().filter(({ name }) =>
    ['links', 'statistics', 'microsites', 'account'].includes(name),
  )
  return (
    <nav
      aria-label={text.menu}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {items.map(({ name, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          className="grid min-h-14 place-items-center content-center gap-0.5 text-xs text-soft"
          activeProps={{ className: 'text-accent! font-medium' }}
        >
          <Icon className="size-5" />
          {names[name]}
        </Link>
      ))}
    </nav>
  )
}

function AccountMenu() {
  const { user } = useMe()
  const text = useMessages(messages)
  const language = useLanguage()
  const theme = useTheme()
  const ThemeIcon = themeIcons[theme]
  const navigate = useNavigate()
  const initial = (user.name || user.email).trim().charAt(0).toLocaleUpperCase(language)
  return (
    <Menu
      label={text.person}
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-3 rounded-control px-2 py-2 text-left hover:bg-sunken"
        >
          <span
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-full bg-tint font-semibold text-accent"
          >
            {initial}
          </span>
          <span dir="auto" className="min-w-0">
            <span className="block truncate text-sm font-medium">{user.name || user.email}</span>
            <span className={clsx('block truncate text-xs text-soft', !user.name && 'sr-only')}>
              {user.email}
            </span>
          </span>
        </button>
      }
      actions={[
        { label: text.person, onSelect: () => void navigate({ to: '/account/{-$section}' }) },
        { label: text.themes(theme), icon: <ThemeIcon />, onSelect: () => chooseTheme(nextTheme[theme]) },
        ...languageTags
          .filter((tag) => tag !== language)
          .map((tag) => ({
            label: languages[tag].name,
            icon: <Languages />,
            onSelect: () => void chooseLanguage(tag),
          })),
        null,
        { label: text.signOut, icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    />
  )
}
