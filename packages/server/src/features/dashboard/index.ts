// The dashboard's server side: one document for people who are signed in, and the files of the bundle. The feature's public API.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  dashboardPath,
  inWorkspace,
  readDashboardPath,
  workspaceId,
} from '@linnet/contract/workspace-addresses'
import { type Language, languageOf } from '@linnet/languages'
import { faviconName, renderDashboardPage, renderPreviewFrame, staticFolder } from '@linnet/pages'
import { type AnswerFile, createStaticFiles } from '../../http/static-files.ts'
import { notFound, wrongMethod } from '../../http/visitor-answers.ts'
import type { Module } from '../../module.ts'
import { pageResponse, seeOther } from '../../platform/net/page-response.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Caller } from '../../platform/operations/handler.ts'
import { type CookieRules, sessionOf } from '../../platform/security/session-cookie.ts'
import { type Bundle, createBundles } from './bundles.ts'
import { dashboardPolicy, previewPolicy } from './policies.ts'
import { chosenLanguage, chosenTheme, lastWorkspace } from './preferences.ts'

export { createMe } from './me.ts'

export interface DashboardNeeds {
  log: Log
  cookies: CookieRules
  sessions: { caller(token: string, workspace: string | null): Promise<Caller | null> }
  shortOrigin: string
  dataDirectory: string
}

interface DashboardRequest {
  request: Request
  requestId: string
  /** Without the leading slash. */
  path: string
  /** Without the question mark. */
  query: string
}

const bundler = fileURLToPath(new URL('../../../../dashboard/bundle.ts', import.meta.url))
// Next to the sources, if there are any, so that all data directories of a machine share it.
const sharedCache = fileURLToPath(new URL('../../../../dashboard/.bundles', import.meta.url))
const cachesIn = (dataDirectory: string) => [
  ...(Bun.isStandaloneExecutable ? [] : [sharedCache]),
  join(dataDirectory, 'dashboard'),
]

const filesFolder = 'dashboard/files/'
const linksPaths = new Set(['', '/', '/links'])

export function createDashboard(needs: DashboardNeeds): Module {
  const bundle = createBundles({ log: needs.log, program: bundler, caches: cachesIn(needs.dataDirectory) })
  let ready: { bundle: Bundle; files: AnswerFile } | undefined

  async function readyBundle() {
    const current = await bundle()
    if (ready?.bundle !== current) ready = { bundle: current, files: createStaticFiles(current.files) }
    return ready
  }

  async function answer(incoming: DashboardRequest): Promise<Response> {
    const { request, requestId, path, query } = incoming
    if (path.startsWith(filesFolder)) {
      const { files } = await readyBundle()
      return (await files(incoming, path.slice(filesFolder.length))) ?? notFound(request, requestId)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
    if (path === 'dashboard/preview') return previewFrame(incoming, needs.shortOrigin)
    const token = sessionOf(request.headers, needs.cookies)
    const caller = token === null ? null : await needs.sessions.caller(token, null)
    if (token === null || caller === null) {
      const returnTo = `/${path}${query ? `?${query}` : ''}`
      return seeOther(`/account/sign-in?${new URLSearchParams({ return_to: returnTo })}`)
    }
    const better = await betterAddress(incoming, (workspace) => needs.sessions.caller(token, workspace))
    return better === null
      ? dashboardDocument(incoming, (await readyBundle()).bundle, needs.shortOrigin)
      : seeOther(better)
  }

  return {
    routes: [
      { segment: 'dashboard', part: 'public', answer },
      {
        segment: 'account',
        part: 'public',
        // Users go to the dashboard after signing in, and should not wait for the first bundle of a new version. A failure
        // is reported to the next request that needs the bundle.
        answer() {
          void bundle().catch(() => {})
          return null
        },
      },
    ],
  }
}

/**
 * Where the browser should go instead, so that the address of every page names its workspace in the path: `?workspace=…`, as in
 * links from elsewhere, selects one, and the dashboard opens in the one that was used last. Null if the address is right. A
 * person's own workspace has addresses without it.
 */
async function betterAddress(
  { request, path, query }: DashboardRequest,
  callerIn: (workspace: string) => Promise<Caller | null>,
): Promise<string | null> {
  const { workspace: inPath, rest } = readDashboardPath(`/${path}`)
  const search = new URLSearchParams(query)
  const asked = search.get('workspace')
  search.delete('workspace')
  const isOpened = inPath === null && asked === null && (rest === '' || rest === '/')
  const named = isOpened ? lastWorkspace(request.headers) : (workspaceId(asked) ?? inPath)
  const caller = named === null ? null : await callerIn(named)
  const isOwn = caller !== null && caller.workspaceId === caller.personId
  // The page itself says that a workspace is gone, unless nobody has asked for it.
  const workspace = isOwn || (isOpened && caller?.role == null) ? null : named
  if (workspace === inPath && asked === null) return null
  return `${dashboardPath(workspace)}${rest}${search.size > 0 ? `?${search}` : ''}`
}

/** The frame in which the editor shows a microsite. */
function previewFrame({ request }: DashboardRequest, shortOrigin: string): Response {
  const language = languageFor(request)
  return pageResponse(renderPreviewFrame(language), {
    language,
    contentSecurityPolicy: previewPolicy(shortOrigin),
    headers: { 'X-Frame-Options': 'SAMEORIGIN' },
  })
}

function dashboardDocument(
  { request, path, query }: DashboardRequest,
  { script, stylesheet, preloads, languages, questions, linksPage }: Bundle,
  shortOrigin: string,
): Response {
  const language = languageFor(request)
  const { workspace, rest } = readDashboardPath(`/${path}`)
  const isLinks = linksPaths.has(rest)
  const address = (name: string) => `/${filesFolder}${name}`
  return pageResponse(
    renderDashboardPage({
      language,
      theme: chosenTheme(request.headers),
      script: address(script),
      stylesheet: address(stylesheet),
      preloads: [...preloads, ...(languages[language] ?? []), ...(isLinks ? linksPage.preloads : [])].map(
        address,
      ),
      questions: [...questions, ...(isLinks && !query ? linksPage.questions : [])].map((question) =>
        inWorkspace(question, workspace),
      ),
      favicon: `${staticFolder}${faviconName}`,
    }),
    { language, contentSecurityPolicy: dashboardPolicy(shortOrigin) },
  )
}

function languageFor({ headers }: Request): Language {
  return chosenLanguage(headers) ?? languageOf(headers.get('accept-language'))
}
