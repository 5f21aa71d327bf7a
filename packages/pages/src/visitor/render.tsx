// Renders a visitor page as a complete HTML document in the visitor's language.

import type { Language } from '@linnet/languages'
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
import type { VisitorMessages } from '../messages.ts'
import { visitorMessagesIn } from '../messages.ts'
import { visitorStylesheet } from '../styles/visitor.ts'
import { Adult } from './adult.tsx'
import { Broken } from './broken.tsx'
import { Caution } from './caution.tsx'
import type { BrandDress, DomainBrand } from './domain-brand.ts'
import { Home } from './home.tsx'
import { Notice } from './layout.tsx'
import { Blocked, Misdirected, NotFound, ServerError, TooManyTries, Unavailable } from './notices.tsx'
import { Password } from './password.tsx'
import { Preview } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

const messagesOfKind = {
  home: 'home',
  'not-found': 'notFound',
  misdirected: 'misdirected',
  scheduled: 'scheduled',
  expired: 'expired',
  consumed: 'consumed',
  'used-up': 'usedUp',
  blocked: 'blocked',
  password: 'password',
  adult: 'adult',
  caution: 'caution',
  broken: 'broken',
  preview: 'preview',
  'one-click': 'oneClick',
  'too-many-tries': 'tooManyTries',
  'too-many-misses': 'tooManyMisses',
  unavailable: 'unavailable',
  error: 'error',
} as const satisfies Record<VisitorPage['kind'], keyof VisitorMessages>

function contentOf(page: VisitorPage, messages: VisitorMessages, language: Language) {
  switch (page.kind) {
    case 'home':
      return <Home messages={messages.home} docsUrl={page.docsUrl} dashboardUrl={page.dashboardUrl} />
    case 'not-found':
      return <NotFound messages={messages.notFound} meant={page.meant} />
    case 'misdirected':
      return <Misdirected messages={messages.misdirected} />
    case 'scheduled':
      return <Notice icon="clock" {...messages.scheduled} />
    case 'expired':
      return <Notice icon="clock" {...messages.expired} />
    case 'consumed':
      return <Notice icon="used" {...messages.consumed} />
    case 'used-up':
      return <Notice icon="used" {...messages.usedUp} />
    case 'blocked':
      return <Blocked messages={messages.blocked} />
    case 'password':
      return <Password messages={messages.password} {...page} />
    case 'adult':
      return <Adult messages={messages.adult} sent={page.sent} />
    case 'caution':
      return <Caution messages={messages.caution} page={page} />
    case 'broken':
      return <Broken messages={messages.broken} page={page} />
    case 'preview':
      return <Preview messages={messages.preview} language={language} page={page} />
    case 'one-click':
      return <Notice icon="once" {...messages.oneClick} />
    case 'too-many-tries':
      return (
        <TooManyTries messages={messages.tooManyTries} retryAfter={page.retryAfter} language={language} />
      )
    case 'too-many-misses':
      return (
        <TooManyTries messages={messages.tooManyMisses} retryAfter={page.retryAfter} language={language} />
      )
    case 'unavailable':
      return <Unavailable messages={messages.unavailable} />
    case 'error':
      return <ServerError messages={messages.error} requestId={page.requestId} />
  }
}

// What the service itself has to say to visitors looks like the service's own, so that no brand can pretend to have said it.
const ownKinds: ReadonlySet<VisitorPage['kind']> = new Set([
  'home',
  'misdirected',
  'blocked',
  'caution',
  'unavailable',
  'error',
])

/** Whether a page looks like the domain's owner wants. */
export function isBranded(page: VisitorPage): boolean {
  return !ownKinds.has(page.kind)
}

/**
 * A complete HTML document, to be served under `contentSecurityPolicy`; with a brand, where `isBranded` allows it, under the
 * policy of its dress.
 */
export function renderVisitorPage(
  page: VisitorPage,
  language: Language,
  brand: (DomainBrand & BrandDress) | null = null,
): string {
  const messages = visitorMessagesIn(language)
  const site = brand?.name ?? 'Linnet'
  return renderDocument({
    language,
    title: page.kind === 'home' ? 'Linnet' : `${messages[messagesOfKind[page.kind]].title} · ${site}`,
    description: messages.shortLink,
    stylesheet: brand?.stylesheet ?? visitorStylesheet,
    site,
    icon: brand?.logo ?? undefined,
    children: (
      <>
        {page.kind === 'home' ? (
          <div />
        ) : (
          <header>{brand?.name || brand?.logo ? <DomainMark brand={brand} /> : <Brand />}</header>
        )}
        <main class={page.kind === 'home' ? 'home' : undefined}>{contentOf(page, messages, language)}</main>
      </>
    ),
  })
}

const DomainMark = ({ brand: { name, logo } }: { brand: DomainBrand }) => (
  <span class="brand" translate="no">
    {logo === null ? null : <img class="logo" src={logo} alt="" />}
    {name === null ? null : <bdi>{name}</bdi>}
  </span>
)
