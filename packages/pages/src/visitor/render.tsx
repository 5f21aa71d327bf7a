// Turns a visitor page into a whole HTML document in the visitor's language.
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
import type { Language } from '../language.ts'
import { visitorStylesheet } from '../styles/visitor.ts'
import { afterIn } from '../time.ts'
import { Adult } from './adult.tsx'
import { Caution } from './caution.tsx'
import { Home } from './home.tsx'
import { Notice, TryAgain } from './layout.tsx'
import type { VisitorMessages } from './messages.ts'
import { visitorMessagesIn } from './messages-by-language.ts'
import { Password } from './password.tsx'
import { Preview } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

const messagesOfKind = {
  home: 'home',
  'not-found': 'notFound',
  misdirected: 'misdirected',
  expired: 'expired',
  consumed: 'consumed',
  blocked: 'blocked',
  password: 'password',
  adult: 'adult',
  caution: 'caution',
  preview: 'preview',
  'one-click': 'oneClick',
  'too-many-tries': 'tooManyTries',
  unavailable: 'unavailable',
  error: 'error',
} as const satisfies Record<VisitorPage['kind'], keyof VisitorMessages>

function contentOf(page: VisitorPage, messages: VisitorMessages, language: Language) {
  switch (page.kind) {
    case 'home':
      return <Home messages={messages.home} docsUrl={page.docsUrl} dashboardUrl={page.dashboardUrl} />
    case 'not-found':
      return <Notice icon="missing" {...messages.notFound} />
    case 'misdirected': {
      const { title, text, operator } = messages.misdirected
      return (
        <Notice icon="missing" title={title} text={text}>
          <p class="small">{operator.lead}</p>
          <dl class="panel">
            {operator.steps.map(({ setting, meaning }) => (
              <>
                <dt class={/^[A-Z_]+$/.test(setting) ? 'code' : undefined}>{setting}</dt>
                <dd>{meaning}</dd>
              </>
            ))}
          </dl>
        </Notice>
      )
    }
    case 'expired':
      return <Notice icon="clock" {...messages.expired} />
    case 'consumed':
      return <Notice icon="used" {...messages.consumed} />
    case 'blocked':
      return (
        <Notice icon="blocked" title={messages.blocked.title} text={messages.blocked.text}>
          <p class="small">{messages.blocked.owner}</p>
        </Notice>
      )
    case 'password':
      return <Password messages={messages.password} wrong={page.wrong} adult={page.adult} />
    case 'adult':
      return <Adult messages={messages.adult} />
    case 'caution':
      return <Caution messages={messages.caution} page={page} />
    case 'preview':
      return <Preview messages={messages.preview} language={language} page={page} />
    case 'one-click':
      return <Notice icon="once" {...messages.oneClick} />
    case 'too-many-tries': {
      const { title, text, retry, action } = messages.tooManyTries
      return (
        <Notice icon="wait" title={title} text={`${text} ${retry(afterIn(language, page.retryAfter))}`}>
          <TryAgain label={action} />
        </Notice>
      )
    }
    case 'unavailable':
      return (
        <Notice icon="pause" title={messages.unavailable.title} text={messages.unavailable.text}>
          <TryAgain label={messages.unavailable.action} />
        </Notice>
      )
    case 'error': {
      const { title, text, reference, action } = messages.error
      return (
        <Notice icon="fault" title={title} text={text}>
          <TryAgain label={action} />
          <p class="small">
            {reference}: <bdi class="code">{page.requestId}</bdi>
          </p>
        </Notice>
      )
    }
  }
}

/** A complete HTML document, to be served under `contentSecurityPolicy`. */
export function renderVisitorPage(page: VisitorPage, language: Language): string {
  const messages = visitorMessagesIn(language)
  return renderDocument({
    language,
    title: page.kind === 'home' ? 'Linnet' : `${messages[messagesOfKind[page.kind]].title} · Linnet`,
    description: messages.shortLink,
    stylesheet: visitorStylesheet,
    children: (
      <>
        {page.kind === 'home' ? (
          <div />
        ) : (
          <header>
            <Brand />
          </header>
        )}
        <main class={page.kind === 'home' ? 'home' : undefined}>{contentOf(page, messages, language)}</main>
      </>
    ),
  })
}
