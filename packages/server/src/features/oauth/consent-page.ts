// The pages of the authorization endpoint and of the consent screen, as answers.
import { type ConsentFault, formPagePolicy, renderConsentFault, renderConsentPage } from '@linnet/pages'
import type { PageVisit } from '../../platform/page.ts'
import { pageResponse } from '../../platform/page-response.ts'
import type { KnownApp } from '../applications/index.ts'
import type { RequestRow } from './store.ts'

/** A 400 that sends the browser nowhere (RFC 6749, section 4.1.2.1): whoever asked is not to be trusted with it. */
export function faultPage(fault: ConsentFault, { language, requestId }: PageVisit): Response {
  return pageResponse(renderConsentFault(fault, language), {
    status: 400,
    language,
    requestId,
    contentSecurityPolicy: formPagePolicy({}),
  })
}

export interface Consent {
  app: KnownApp
  request: RequestRow
  /** The text that names the request in the form. */
  id: string
  account: { name: string; email: string }
  action: string
}

export function consentPage({ app, request, id, account, action }: Consent, visit: PageVisit): Response {
  const { language, requestId } = visit
  const html = renderConsentPage(
    {
      app: {
        name: app.name,
        homepage: app.kind === 'document' ? app.clientId : app.homepage,
        verified: app.kind === 'account',
      },
      redirectUri: request.redirect_uri,
      scopes: request.scopes.split(' '),
      account,
      action,
      request: id,
    },
    language,
  )
  return pageResponse(html, {
    language,
    requestId,
    contentSecurityPolicy: formPagePolicy({ leadsAway: true }),
  })
}
