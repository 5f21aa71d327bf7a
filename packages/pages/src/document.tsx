// The HTML document around every page, with its metadata.

import type { Language } from '@linnet/languages'
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { faviconAddress } from './brand.tsx'

type DocumentProps = {
  language: Language
  title: string
  /** For link previews; never anything about a particular link. */
  description: string
  stylesheet: string
  /** Where the browser goes by itself, at once. */
  refreshTo?: string
  /** Whose page it is; Linnet by default. */
  site?: string
  /** The address of its icon; Linnet's by default. */
  icon?: string
  children?: Child
}

const Document = ({
  language,
  title,
  description,
  stylesheet,
  refreshTo,
  site = 'Linnet',
  icon,
  children,
}: DocumentProps) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      {refreshTo === undefined ? null : <meta http-equiv="refresh" content={`0; url=${refreshTo}`} />}
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#faf7f5" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#161210" media="(prefers-color-scheme: dark)" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={site} />
      <meta property="og:description" content={description} />
      {icon === undefined ? (
        <link rel="icon" type="image/svg+xml" href={faviconAddress} />
      ) : (
        <link rel="icon" href={icon} />
      )}
      <style>{raw(stylesheet)}</style>
    </head>
    <body>{children}</body>
  </html>
)

export const renderDocument = (props: DocumentProps): string => `<!doctype html>${<Document {...props} />}`
