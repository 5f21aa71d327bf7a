// Turns a visitor page into a whole HTML document in the visitor's language.
import { Brand } from '../brand.tsx'
import { renderDocument } from '../document.tsx'
import type { Language } from '../language.ts'
import { visitorStylesheet } from '../styles/visitor.ts'
import { afterIn } from '../words/time.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { Adult } from './adult.tsx'
import { Caution } from './caution.tsx'
import { Home } from './home.tsx'
import { Notice, TryAgain } from './layout.tsx'
import { Password } from './password.tsx'
import { Preview } from './preview.tsx'
import type { VisitorPage } from './visitor-page.ts'

const wordsOfKind = {
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
} as const satisfies Record<VisitorPage['kind'], keyof Words>

function contentOf(page: VisitorPage, words: Words, language: Language) {
  switch (page.kind) {
    case 'home':
      return <Home words={words.home} docsUrl={page.docsUrl} dashboardUrl={page.dashboardUrl} />
    case 'not-found':
      return <Notice icon="missing" {...words.notFound} />
    case 'misdirected': {
      const { title, text, operator } = words.misdirected
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
      return <Notice icon="clock" {...words.expired} />
    case 'consumed':
      return <Notice icon="used" {...words.consumed} />
    case 'blocked':
      return (
        <Notice icon="blocked" title={words.blocked.title} text={words.blocked.text}>
          <p class="small">{words.blocked.owner}</p>
        </Notice>
      )
    case 'password':
      return <Password words={words.password} wrong={page.wrong} adult={page.adult} />
    case 'adult':
      return <Adult words={words.adult} />
    case 'caution':
      return <Caution words={words.caution} page={page} />
    case 'preview':
      return <Preview words={words.preview} language={language} page={page} />
    case 'one-click':
      return <Notice icon="once" {...words.oneClick} />
    case 'too-many-tries': {
      const { title, text, retry, action } = words.tooManyTries
      return (
        <Notice icon="wait" title={title} text={`${text} ${retry(afterIn(language, page.retryAfter))}`}>
          <TryAgain label={action} />
        </Notice>
      )
    }
    case 'unavailable':
      return (
        <Notice icon="pause" title={words.unavailable.title} text={words.unavailable.text}>
          <TryAgain label={words.unavailable.action} />
        </Notice>
      )
    case 'error': {
      const { title, text, reference, action } = words.error
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
  const words = wordsIn(language)
  return renderDocument({
    language,
    title: page.kind === 'home' ? 'Linnet' : `${words[wordsOfKind[page.kind]].title} · Linnet`,
    description: words.shortLink,
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
        <main class={page.kind === 'home' ? 'home' : undefined}>{contentOf(page, words, language)}</main>
      </>
    ),
  })
}
