// The layout of a page with one message: an icon, a heading, a paragraph, and what to do next.
import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icons.tsx'

type NoticeProps = { icon: IconName; title: string; text: Child; children?: Child }

export const Notice = ({ icon, title, text, children }: NoticeProps) => (
  <>
    <div class="icon">
      <Icon name={icon} />
    </div>
    <h1>{title}</h1>
    <p class="text">{text}</p>
    {children}
  </>
)

export const TryAgain = ({ label }: { label: string }) => (
  <p class="action">
    {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads this page with its query */}
    <a class="button" href="">
      {label}
    </a>
  </p>
)
