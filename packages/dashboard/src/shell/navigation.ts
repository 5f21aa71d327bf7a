// The dashboard's main pages in their order, for the sidebar, the tab bar, the palette and shortcuts.
import { messagesFor } from '@linnet/languages'
import { navigation } from '@linnet/languages/en/shell/navigation'
import type { Icon } from '../components/icon.ts'
import {
  ChartColumn,
  CircleUser,
  Code,
  History,
  Image,
  LayoutTemplate,
  Link,
  QrCode,
  ShieldCheck,
  Users,
} from '../components/icons.ts'
import { useMe } from '../lib/session.ts'

export const navigationMessages = messagesFor('navigation', navigation)

export interface NavigationItem {
  name: keyof typeof navigation
  to: string
  icon: Icon
  /** The key that opens the page, after `g`. */
  key: string
  administratorsOnly?: boolean
}

export const navigationItems: NavigationItem[] = [
  { name: 'links', to: '/links', icon: Link, key: 'l' },
  { name: 'statistics', to: '/statistics', icon: ChartColumn, key: 's' },
  { name: 'microsites', to: '/microsites', icon: LayoutTemplate, key: 'm' },
  { name: 'images', to: '/images', icon: Image, key: 'i' },
  { name: 'qr', to: '/qr', icon: QrCode, key: 'q' },
  { name: 'changes', to: '/changes', icon: History, key: 'h' },
  { name: 'developer', to: '/developer', icon: Code, key: 'd' },
  { name: 'workspace', to: '/workspace', icon: Users, key: 't' },
  { name: 'account', to: '/account', icon: CircleUser, key: 'a' },
  { name: 'administration', to: '/administration', icon: ShieldCheck, key: 'x', administratorsOnly: true },
]

/** The pages that the user may see. */
export function useNavigationItems(): NavigationItem[] {
  const { administrator } = useMe()
  return navigationItems.filter(({ administratorsOnly }) => administrator || !administratorsOnly)
}
