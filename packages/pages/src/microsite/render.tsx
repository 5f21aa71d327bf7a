// Renders a microsite as a complete HTML document, with the Content-Security-Policy for it.

import type { Language } from '@linnet/languages'
import { raw } from 'hono/html'
import { faviconName, staticFolder } from '../static-files.ts'
import { themeNamed } from '../themes/index.ts'
import type { Theme } from '../themes/theme.ts'
import { jsonLd, profileLinks, profileOf } from './about.ts'
import { Body } from './body.tsx'
import { micrositePolicy } from './content-security-policy.ts'
import type { MicrositePage } from './microsite-page.ts'
import { renderComponents } from './rendered-components.tsx'
import { micrositeScript } from './script.ts'
import { micrositeStylesheet } from './stylesheet.ts'

/** A complete document in the visitor's language, and the Content-Security-Policy that it must be served under. */
export function renderMicrosite(
  page: MicrositePage,
  language: Language,
): { html: string; contentSecurityPolicy: string } {
  const theme = themeNamed(page.theme)
  const components = renderComponents(page, language, theme)
  const hasScript = components.some(({ needsScript }) => needsScript)
  const style = micrositeStylesheet(theme, components)
  const document = (
    <html lang={language}>
      <Head page={page} theme={theme} style={style} hasScript={hasScript} />
      <Body page={page} components={components} language={language} />
    </html>
  )
  return {
    html: `<!doctype html>${document}`,
    contentSecurityPolicy: micrositePolicy(
      style,
      components.map(({ sources }) => sources),
      hasScript,
    ),
  }
}

type HeadProps = { page: MicrositePage; theme: Theme; style: string; hasScript: boolean }

const Head = ({ page, theme, style, hasScript }: HeadProps) => (
  <head>
    <meta charset="utf-8" />
    <title>{page.title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="canonical" href={page.url} />
    <meta name="color-scheme" content={theme.scheme} />
    <ThemeColour theme={theme} />
    <link rel="icon" type="image/svg+xml" href={staticFolder + faviconName} />
    {page.alone ? null : <About page={page} />}
    <style>{raw(style)}</style>
    {hasScript ? <script defer src={micrositeScript.address} /> : null}
  </head>
)

/** The metadata for search engines and link previews. */
const About = ({ page }: { page: MicrositePage }) => {
  const { name, description: messages } = profileOf(page)
  const { title } = page
  const description = (messages ?? name).replace(/\s+/g, ' ').slice(0, 300)
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="profile" />
      <meta property="og:url" content={page.url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={page.previewImage} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={page.previewImage} />
      {profileLinks(page).map((href) => (
        <link rel="me" href={href} />
      ))}
      <script type="application/ld+json">{raw(jsonLd(page))}</script>
    </>
  )
}

const ThemeColour = ({ theme: { variables, dark } }: { theme: Theme }) =>
  dark?.ground === undefined ? (
    <meta name="theme-color" content={variables.ground} />
  ) : (
    <>
      <meta name="theme-color" content={variables.ground} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark.ground} media="(prefers-color-scheme: dark)" />
    </>
  )
