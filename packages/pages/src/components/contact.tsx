// CONTACT: somebody's contact details, with a button that saves them to the visitor's address book.

import type { Child } from 'hono/jsx'
import { ThingIcon } from '../icons/symbols.tsx'
import type { ThingName } from '../icons/things.ts'
import { fileAddress, tapAddress } from '../microsite/microsite-page.ts'
import { vCardFile } from '../microsite/vcard.ts'
import { ButtonContent, buttonClass, buttonProperties, buttonStyles } from './button.tsx'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'
import { LockedButton } from './lock.tsx'
import { mailLink, telLink } from './reach.ts'
import { visibleText } from './visible-text.ts'

export const contact: ComponentView<'CONTACT'> = {
  styles: `
.contact .who{margin:0 0 1rem}
.contact .who b{display:block;font-size:1.1875rem;line-height:1.3}
.contact .who span{color:var(--soft)}
.contact dl{display:grid;gap:.75rem;margin:0 0 1.25rem}
.contact dl div{display:grid;grid-template-columns:1.25rem 1fr;gap:.125rem .875rem;align-items:center}
.contact dt{grid-column:1;color:var(--accent)}
.contact dd{grid-column:2;margin:0;white-space:pre-line}
.contact dd a{color:inherit;text-underline-offset:.2em}
.contact .icon{width:1.25rem;height:1.25rem}`,
  shares: [buttonStyles],
  render(data, { page, component, language }) {
    const messages = kindMessages(language).contact
    const tap = tapAddress(page, component)
    const shown = (field: TextField) => visibleText(data[field])
    const [name, organization] = [shown('name'), shown('organization')]
    const [phone, email, website, address] = [shown('phone'), shown('email'), data.website, shown('address')]
    const hasContact = [phone, email, website, address].some((text) => text !== undefined)
    if (!hasContact && (name ?? organization ?? shown('value')) === undefined) return null
    return (
      <div class="card contact">
        {(name ?? organization) ? (
          <p class="who">
            <b dir="auto">{name ?? organization}</b>
            {name && organization && !isSame(name, organization) ? (
              <span dir="auto">{organization}</span>
            ) : null}
          </p>
        ) : null}
        {hasContact ? (
          <dl>
            <Row icon="phone" name={messages.phone} text={phone} href={telLink(phone)} tap={tap} />
            <Row icon="email" name={messages.email} text={email} href={mailLink(email)} tap={tap} />
            <Row
              icon="website"
              name={messages.website}
              text={website && shortOf(website)}
              href={tapAddress(page, component, 'website')}
            />
            <Row icon="location" name={messages.address} text={address} href={null} />
          </dl>
        ) : null}
        <a class={buttonClass(data)} href={fileAddress(page, component, 'vcf')}>
          <ButtonContent data={data} page={page} icon="contact">
            {shown('value') ?? messages.save}
          </ButtonContent>
        </a>
      </div>
    )
  },
  renderLocked: (data, context) => (
    <LockedButton data={data} {...context}>
      {visibleText(data.value) ?? kindMessages(context.language).contact.save}
    </LockedButton>
  ),
  customProperties: buttonProperties,
  needsScript: ({ phone, email }) => telLink(phone) !== null || mailLink(email) !== null,
  destination: ({ website }, linkName) => (linkName === 'website' ? website : null),
  file: {
    format: 'vcf',
    names: ({ name, organization }) => [name, organization],
    content({ website, ...contact }, page, { isHeldUp }) {
      // A link in an address book no longer goes through our checks.
      const isFree = website !== undefined && !isHeldUp(website)
      return vCardFile(isFree ? { ...contact, website } : contact, page)
    },
  },
}

type TextField = 'value' | 'name' | 'organization' | 'phone' | 'email' | 'address'

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** `example.com/about` of `https://www.example.com/about/`. */
function shortOf(website: string): string {
  const { host, pathname } = new URL(website)
  const short = host.replace(/^www\./, '') + pathname.replace(/\/$/, '')
  return short.length > 60 ? `${short.slice(0, 59)}…` : short
}

type RowProps = {
  icon: ThingName
  name: string
  text: string | undefined
  href: string | null
  /** The address that counts taps on a link that no redirect can lead to. */
  tap?: string
}

function Row({ icon, name, text, href, tap }: RowProps): Child {
  if (text === undefined) return null
  const shown = <bdi>{text}</bdi>
  return (
    <div>
      <dt>
        <ThingIcon name={icon} />
        <span class="unseen">{name}</span>
      </dt>
      <dd>
        {href === null ? (
          shown
        ) : (
          <a href={href} data-tap={tap}>
            {shown}
          </a>
        )}
      </dd>
    </div>
  )
}
