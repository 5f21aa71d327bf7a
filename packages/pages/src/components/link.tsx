// LINK: a button with a link; while it is locked, it asks for the password.
import { micrositeMessages } from '../microsite/messages.ts'
import { ButtonContent, buttonClass, buttonProperties, buttonStyles } from './button.tsx'
import type { ComponentView } from './component.ts'
import { isCountedByScript, isProfile, linkAttributes, nameOfLink } from './link-address.ts'
import { LockedButton } from './lock.tsx'
import { visibleText } from './visible-text.ts'

export const link: ComponentView<'LINK'> = {
  styles: '',
  shares: [buttonStyles],
  render: (data, { page, component, language }) => {
    const { value, href } = data
    const messages = micrositeMessages(language)
    const label = visibleText(value) ?? (href ? nameOfLink(href, messages.link) : undefined)
    if (label === undefined) return null
    // Without an address it is still shown, but not as something to tap.
    return (
      <a
        class={buttonClass(data)}
        {...(href ? linkAttributes(page, component, href) : { role: 'link', 'aria-disabled': 'true' })}
      >
        <ButtonContent data={data} page={page} href={href}>
          {label}
        </ButtonContent>
      </a>
    )
  },
  renderLocked: (data, context) => (
    <LockedButton data={data} {...context}>
      {visibleText(data.value) ?? micrositeMessages(context.language).lockedLink}
    </LockedButton>
  ),
  customProperties: buttonProperties,
  needsScript: ({ href }) => isCountedByScript(href),
  destination: ({ href }, linkName) => (linkName === null ? href : null),
  entries: () => 1,
  // Buttons may lead anywhere, so only links to known networks count as profiles.
  profiles: ({ href }) => (href && isProfile(href) ? [href] : []),
}
