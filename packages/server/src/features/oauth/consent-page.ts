// The pages of the authorization endpoint and of the consent screen, as answers.
import {
  type ConsentFault,
  type ConsentPage,
  formPagePolicy,
  renderConsentFault,
  renderConsentPage,
} from '@linnet/pages'
import type { PageVisit } from '../../platform/page.ts'
import { pageResponse } from '../../platform/page-response.ts'
import type { KnownApp } from '../applications/index.ts'
import type { RequestRow } from './store.ts'

/** A 400 that sends the browser nowhere (RFC 6749, section 4.1.2.1): whoever asked is not to be trusted with it. */
export function faultPage(
  fault: ConsentFault,
  accountUrl: string,
  { language, requestId }: PageVisit,
): Response {
  return pageResponse(renderConsentFault(fault, accountUrl, language), {
    status: 400,
    language,
    requestId,
    contentSecurityPolicy: formPagePolicy({}),
  })
}

export type Standing = ConsentPage['app']['standing']

export interface Consent {
  standing: Standing
  app: KnownApp
  request: RequestRow
  /** The text that names the request in the form. */
  id: string
  account: { name: string; email: string }
  action: string
  hearsEvents: boolean
}

export function consentPage(
  { app, standing, request, id, account, action, hearsEvents }: Consent,
  visit: PageVisit,
): Response {
  const { language, requestId } = visit
  const html = renderConsentPage(
    {
      app: { name: app.name, standing, host: app.kind === 'document' ? new URL(app.clientId).host : null },
      redirectUri: request.redirect_uri,
      scopes: request.scopes.split(' '),
      hearsEvents,
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
