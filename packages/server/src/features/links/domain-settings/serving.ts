// What a domain's settings add to its addresses: its files, and what is at its root.

import type { IncomingRequest } from '../../../http/incoming-request.ts'
import type { Route } from '../../../http/route.ts'
import { prefersJson, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { DomainFile, Domains } from '../domains/index.ts'
import type { DomainSettingsStore } from './store.ts'

export interface ServingNeeds {
  store: DomainSettingsStore
  domains: Pick<Domains, 'settingsOf'>
}

type Incoming = Pick<IncomingRequest, 'request' | 'requestId' | 'domainId' | 'path'>

// Apple reads the file at both addresses, without a suffix; both companies want this type and no redirect:
// https://developer.apple.com/documentation/xcode/supporting-associated-domains
// https://developers.google.com/digital-asset-links/v1/create-statement
const json = 'application/json'
/** At the root, where a link's code could be. */
const applePath = 'apple-app-site-association'

const files: { path: string; file: DomainFile; type: string }[] = [
  { path: 'robots.txt', file: 'robots', type: 'text/plain; charset=utf-8' },
  { path: `.well-known/${applePath}`, file: 'apple_app_site_association', type: json },
  { path: '.well-known/assetlinks.json', file: 'assetlinks', type: json },
]

/** The routes of the files, which pass on to others where the domain has none. */
export function fileRoutes(needs: ServingNeeds): Route[] {
  return files.map(({ path, file, type }) => ({
    segment: path.split('/')[0] ?? '',
    part: null,
    prefix: path,
    answer: (incoming) =>
      incoming.path === path && incoming.parts.has('short') ? answerFile(needs, incoming, file, type) : null,
  }))
}

/** Apple's file at the root, if the domain has it; null for every other path. */
export function fileAtRoot(needs: ServingNeeds, incoming: Incoming): MaybePromise<Response | null> | null {
  const { files } = needs.domains.settingsOf(incoming.domainId)
  if (files.size === 0 || incoming.path !== applePath) return null
  return answerFile(needs, incoming, 'apple_app_site_association', json)
}

function answerFile(
  { store, domains }: ServingNeeds,
  { request, requestId, domainId }: Incoming,
  file: DomainFile,
  type: string,
): MaybePromise<Response | null> {
  if (!domains.settingsOf(domainId).files.has(file)) return null
  if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
  const found = store.file(domainId, file)
  const answer = (row: { content: string | null } | undefined) =>
    row?.content === null || row?.content === undefined
      ? null
      : new Response(row.content, {
          headers: {
            'Content-Type': type,
            'Cache-Control': 'public, max-age=3600',
            'X-Content-Type-Options': 'nosniff',
          },
        })
  return found instanceof Promise ? found.then(answer) : answer(found)
}

/** The redirect from the root of a domain to the address that its owner has set; null if there is none. */
export function rootRedirect({ domains }: ServingNeeds, { request, domainId }: Incoming): Response | null {
  const { rootUrl } = domains.settingsOf(domainId)
  if (rootUrl === null || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  if (prefersJson(request.headers.get('accept'))) return null
  return new Response(null, {
    status: 302,
    headers: { Location: rootUrl, 'Cache-Control': 'private, no-store' },
  })
}
