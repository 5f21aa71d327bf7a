// The visible part of a microsite's document: its components in order, a heading if no component is one, and the footer.

import type { Language } from '@linnet/languages'
import { raw } from 'hono/html'
import { Mark } from '../brand.tsx'
import { visibleText } from '../components/visible-text.ts'
import { symbolsOf } from '../icons/symbols.tsx'
import { micrositeMessages } from './messages.ts'
import type { MicrositePage } from './microsite-page.ts'
import type { RenderedComponent } from './rendered-components.tsx'

type BodyProps = { page: MicrositePage; components: readonly RenderedComponent[]; language: Language }

/** The `<body>`, which the dashboard's preview renders without the rest of the document. */
export const Body = ({ page, components, language }: BodyProps) => {
  const content = String(
    <main>
      {!page.alone && components.some(({ kind }) => kind === 'PROFILE') ? null : <Heading page={page} />}
      {components.map(({ id, kind, content, background }) => (
        <div class={`part part-${kind}${background === null ? '' : ' backed'}`} id={id}>
          {background}
          {content}
        </div>
      ))}
      {page.alone ? <Back page={page} language={language} /> : null}
    </main>,
  )
  return (
    <body>
      {raw(content)}
      <Foot reportUrl={page.reportUrl} language={language} />
      {symbolsOf(content)}
    </body>
  )
}

const Foot = ({ reportUrl, language }: Pick<MicrositePage, 'reportUrl'> & { language: Language }) => (
  <footer>
    <a href="/">
      <Mark />
      {micrositeMessages(language).madeWith}
    </a>
    {reportUrl === undefined ? null : (
      <a href={reportUrl} rel="nofollow">
        {micrositeMessages(language).report}
      </a>
    )}
  </footer>
)

const Back = ({ page: { slug, title }, language }: Omit<BodyProps, 'components'>) => (
  <p class="back">
    <a href={`/${slug}`}>
      {micrositeMessages(language).backTo} <bdi>{title}</bdi>
    </a>
  </p>
)

/** The heading of a page without a PROFILE. */
const Heading = ({ page: { title, description, alone } }: { page: MicrositePage }) => (
  <header class="heading">
    <h1 dir="auto">{title}</h1>
    {alone || visibleText(description) === undefined ? null : <p dir="auto">{description}</p>}
  </header>
)
