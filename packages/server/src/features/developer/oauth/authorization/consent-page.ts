// The pages of the authorization endpoint and the consent screen, as responses. The sentence about each scope is in
// `packages/pages/src/consent/scope-sentences.ts`.
import type { WorkspaceSummary } from '@linnet/contract'
import {
  type ConsentFault,
  type ConsentPage,
  formPagePolicy,
  renderConsentFault,
  renderConsentPage,
  renderConsentStop,
} from '@linnet/pages'
import { pageResponse } from '../../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../../platform/operations/page.ts'
import type { KnownApp } from '../../applications/index.ts'
import type { OauthError } from '../oauth-error.ts'
import type { RequestRow } from '../store.ts'
import type { Responder, ResponseAddress } from './authorization-response.ts'

/** A 400 without a redirect (RFC 6749, section 4.1.2.1), because the redirect address can't be trusted. */
export function faultPage(fault: ConsentFault, accountUrl: string, { language }: PageVisit): Response {
  return pageResponse(renderConsentFault(fault, accountUrl, language), {
    status: 400,
    language,
    contentSecurityPolicy: formPagePolicy({}),
  })
}

export interface StopPageNeeds {
  responder: Responder
  addresses: { account: string }
}

interface StoppedRequest {
  app: KnownApp
  responseAddress: ResponseAddress
  error: OauthError
}

/**
 * Shown instead of a redirect with an error if the application registered itself: the user sees the address first, and
 * decides whether to go there.
 */
export function stopPage(
  { responder, addresses }: StopPageNeeds,
  { app, responseAddress, error }: StoppedRequest,
  { language }: PageVisit,
): Response {
  const page = {
    app: { name: app.name, host: hostOf(app) },
    redirectUri: responseAddress.redirectUri,
    continueUrl: responder.errorAddress(responseAddress, error),
    error: error.code,
    description: error.message,
    accountUrl: addresses.account,
  }
  return pageResponse(renderConsentStop(page, language), {
    status: error.code === 'access_denied' ? 200 : 400,
    language,
    contentSecurityPolicy: formPagePolicy({}),
  })
}

/** The host that an application's metadata document is at. */
function hostOf(app: KnownApp): string | null {
  return app.kind === 'document' ? new URL(app.clientId).host : null
}

export type Standing = ConsentPage['app']['standing']

export interface ConsentScreen {
  standing: Standing
  app: KnownApp
  request: RequestRow
  /** Identifies the request in the form. */
  id: string
  account: { name: string; email: string }
  /** Those that the person can choose. */
  workspaces: WorkspaceSummary[]
  action: string
  receivesEvents: boolean
}

export function consentPage(
  { app, standing, request, id, account, workspaces, action, receivesEvents }: ConsentScreen,
  visit: PageVisit,
): Response {
  const { language } = visit
  const html = renderConsentPage(
    {
      app: { name: app.name, standing, host: hostOf(app) },
      redirectUri: request.redirect_uri,
      scopes: request.scopes.split(' '),
      receivesEvents,
      account,
      workspaces,
      action,
      request: id,
    },
    language,
  )
  return pageResponse(html, {
    language,
    contentSecurityPolicy: formPagePolicy({ leadsAway: true }),
  })
}
