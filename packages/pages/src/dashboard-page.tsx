// The dashboard's document, which its script fills. The frame is there from the start, so that nothing moves.

import type { Language } from '@linnet/languages'
import { Mark } from './brand.tsx'
import { dashboardPageIn } from './messages.ts'

export interface DashboardPage {
  language: Language
  /** `system` follows the device. */
  theme: 'light' | 'dark' | 'system'
  /** The URLs of files. */
  script: string
  stylesheet: string
  preloads: string[]
  /** The URLs that the script will request first. */
  questions: string[]
  favicon: string
}

/** A complete HTML document. */
export function renderDashboardPage(page: DashboardPage): string {
  const { loading, script, account } = dashboardPageIn(page.language)
  const document = (
    <html lang={page.language} data-theme={page.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content={page.theme === 'system' ? 'light dark' : page.theme} />
        <title>Linnet</title>
        <link rel="icon" type="image/svg+xml" href={page.favicon} />
        <link rel="stylesheet" href={page.stylesheet} />
        {page.preloads.map((address) => (
          <link rel="modulepreload" href={address} />
        ))}
        <script type="module" src={page.script} />
        {page.questions.map((address) => (
          <link rel="preload" as="fetch" href={address} crossorigin="anonymous" />
        ))}
      </head>
      <body>
        <div id="root">
          <div class="starting" role="status">
            <Mark />
            <span class="sr-only">{loading}</span>
            <noscript>
              <p>
                {script} <a href="/account">{account}</a>.
              </p>
            </noscript>
          </div>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>${document}`
}

/** An empty page for the editor's preview: it runs no script and loads only what microsites show. */
export function renderPreviewFrame(language: Language): string {
  const document = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>Linnet</title>
      </head>
      <body />
    </html>
  )
  return `<!doctype html>${document}`
}
