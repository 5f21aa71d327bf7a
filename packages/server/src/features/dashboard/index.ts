// The dashboard as the server sees it: one document for who is signed in, and the files of the bundle. The face of the feature.
import {
  faviconName,
  type Language,
  languageOf,
  renderDashboardPage,
  renderPreviewFrame,
  staticFolder,
} from '@linnet/pages'
import { type AnswerFile, createStaticFiles } from '../../http/static-files.ts'
import { notFound, wrongMethod } from '../../http/visitor-answers.ts'
import { pageResponse, seeOther } from '../../platform/net/page-response.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Caller } from '../../platform/operations/handler.ts'
import { type CookieRules, sessionOf } from '../../platform/security/session-cookie.ts'
import { type Bundle, createBundles } from './bundles.ts'
import { dashboardPolicy, previewPolicy } from './policies.ts'
import { chosenLanguage, chosenTheme } from './preferences.ts'

export { createMe } from './me.ts'

export interface DashboardNeeds {
  log: Log
  cookies: CookieRules
  callerBySession(token: string): Promise<Caller | null>
  shortOrigin: string
  /** See `createBundles`. */
  bundler: { program: string; caches: string[] }
}

interface Asked {
  request: Request
  requestId: string
  /** Without the leading slash. */
  path: string
  /** Without the question mark. */
  query: string
}

const filesFolder = 'dashboard/files/'
const linksPaths = new Set(['dashboard', 'dashboard/', 'dashboard/links'])

export interface Dashboard {
  /** Answers `/dashboard` and everything below. */
  answer(asked: Asked): Promise<Response>
  /** Has the bundle made for whoever is about to come, such as those who sign in. */
  prepare(): void
}

export function createDashboard(needs: DashboardNeeds): Dashboard {
  const { cookies } = needs
  const bundle = createBundles({ log: needs.log, ...needs.bundler })
  let known: { bundle: Bundle; files: AnswerFile } | undefined

  async function ready() {
    const made = await bundle()
    if (known?.bundle !== made) known = { bundle: made, files: createStaticFiles(made.files) }
    return known
  }

  async function isSignedIn({ headers }: Request): Promise<boolean> {
    const token = sessionOf(headers, cookies)
    return token !== null && (await needs.callerBySession(token)) !== null
  }

  function languageFor({ headers }: Request): Language {
    return chosenLanguage(headers) ?? languageOf(headers.get('accept-language'))
  }

  async function answer(asked: Asked): Promise<Response> {
    const { request, requestId, path, query } = asked
    if (path.startsWith(filesFolder))
      return (
        (await (await ready()).files(asked, path.slice(filesFolder.length))) ?? notFound(request, requestId)
      )
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
    const language = languageFor(request)
    if (path === 'dashboard/preview')
      return pageResponse(renderPreviewFrame(language), {
        language,
        requestId,
        contentSecurityPolicy: previewPolicy(needs.shortOrigin),
        headers: { 'X-Frame-Options': 'SAMEORIGIN' },
      })
    if (!(await isSignedIn(request))) {
      const returnTo = `/${path}${query ? `?${query}` : ''}`
      return seeOther(`/account/sign-in?${new URLSearchParams({ return_to: returnTo })}`, requestId)
    }
    const { script, stylesheet, preloads, questions, linksPage } = (await ready()).bundle
    const isLinks = linksPaths.has(path)
    const address = (name: string) => `/${filesFolder}${name}`
    return pageResponse(
      renderDashboardPage({
        language,
        theme: chosenTheme(request.headers),
        script: address(script),
        stylesheet: address(stylesheet),
        preloads: [...preloads, ...(isLinks ? linksPage.preloads : [])].map(address),
        questions: [...questions, ...(isLinks && !query ? linksPage.questions : [])],
        favicon: `${staticFolder}${faviconName}`,
      }),
      { language, requestId, contentSecurityPolicy: dashboardPolicy(needs.shortOrigin) },
    )
  }

  return {
    answer,
    // What was wrong is told to who asks for it.
    prepare: () => void bundle().catch(() => {}),
  }
}
