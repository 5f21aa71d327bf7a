// Replaces an error redirect to an application that registered itself: the user decides whether to go there.

import type { Language } from '@linnet/languages'
import { renderFormPage } from '../forms/form-page.tsx'
import { consentMessagesIn } from '../messages.ts'
import { Destination } from './destination.tsx'

export interface ConsentStop {
  /** `host`: the host of its metadata document; null if it has none. */
  app: { name: string; host: string | null }
  redirectUri: string
  /** The redirect address with the error. */
  continueUrl: string
  /** For the application's developer. */
  error: string
  description: string
  accountUrl: string
}

export function renderConsentStop(page: ConsentStop, language: Language): string {
  const messages = consentMessagesIn(language)
  const { app, error } = page
  const { title, text } = error === 'access_denied' ? messages.stop.denied : messages.stop.failed
  return renderFormPage({
    language,
    title,
    children: (
      <div class="consent">
        <h1>{title}</h1>
        <p class="text">
          <bdi>{app.name}</bdi>
          {text}
        </p>
        {app.host === null ? null : (
          <p class="text">
            {messages.from} <bdi dir="ltr">{app.host}</bdi>
          </p>
        )}
        <p class="message alert">{messages.stop.warning}</p>
        <dl class="panel">
          <dt>{messages.stop.destination}</dt>
          <dd>
            <Destination address={page.redirectUri} messages={messages} />
          </dd>
          {error === 'access_denied' ? null : (
            <>
              <dt>{messages.stop.details}</dt>
              <dd lang="en">
                <bdi class="code" dir="ltr">
                  {error}
                </bdi>
                {page.description}
              </dd>
            </>
          )}
        </dl>
        <div class="decision">
          <a class="button" href={page.accountUrl}>
            {messages.stop.stay}
          </a>
          <a class="button second" href={page.continueUrl} rel="noreferrer">
            {messages.stop.leave}
          </a>
        </div>
      </div>
    ),
  })
}
