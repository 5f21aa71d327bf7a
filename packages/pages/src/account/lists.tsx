// The account's sessions, its applications, and its audit log.

import type { Language } from '@linnet/languages'
import { Form, Hidden } from '../forms/form-page.tsx'
import { type AccountMessages, activityIn, scopeSentencesIn } from '../messages.ts'
import { agoIn, dayIn, isoOf, momentIn } from '../time.ts'
import { shortAddress } from '../web-address.ts'
import type { AccountPage, ShownEvent } from './account-page.ts'

type ListPageProps<Kind extends AccountPage['kind']> = {
  messages: AccountMessages
  language: Language
  now: number
  page: Extract<AccountPage, { kind: Kind }>
}

export const Sessions = ({ messages, language, now, page }: ListPageProps<'sessions'>) => {
  const ago = (at: number) => agoIn(language, at, now) ?? messages.sessions.justNow
  return (
    <>
      <h1>{messages.sessions.title}</h1>
      <p class="text">{messages.sessions.text}</p>
      <ul class="list">
        {page.sessions.map(({ id, agent, address, current, created_at, last_seen_at }) => (
          <li>
            <div>
              <strong>{activityIn(language).agent(agent)}</strong>
              <p class="soft">
                {address} · {messages.sessions.since(ago(created_at))} ·{' '}
                {current ? messages.sessions.seenNow : messages.sessions.seen(ago(last_seen_at))}
              </p>
            </div>
            {current ? (
              <span class="soft">{messages.sessions.current}</span>
            ) : (
              <form method="post" action="/account/sessions/end">
                <Hidden fields={{ id }} />
                <button
                  class="button second"
                  type="submit"
                  aria-label={`${messages.sessions.end}: ${activityIn(language).agent(agent)}`}
                >
                  {messages.sessions.end}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {page.sessions.length > 1 ? (
        <Form action="/account/sessions/end-others" submit={messages.sessions.endOthers} />
      ) : null}
    </>
  )
}

export const Apps = ({ messages, language, now, page }: ListPageProps<'apps'>) => {
  const sentences = scopeSentencesIn(language)
  return (
    <>
      <h1>{messages.apps.title}</h1>
      <p class="text">{page.apps.length > 0 ? messages.apps.text : messages.apps.none}</p>
      <ul class="list">
        {page.apps.map(({ client_id, name, scopes, authorized_at, last_used_at }) => (
          <li>
            <div>
              <strong>{name}</strong>
              <p class="soft">
                {messages.apps.since(dayIn(language, authorized_at))}{' '}
                {last_used_at === null
                  ? messages.apps.neverUsed
                  : messages.apps.used(agoIn(language, last_used_at, now) ?? messages.sessions.justNow)}
              </p>
              <ul class="scopes soft">
                {scopes.map((scope) => (
                  <li>{sentences[scope]}</li>
                ))}
              </ul>
            </div>
            <form method="post" action="/account/apps/revoke">
              <Hidden fields={{ client_id }} />
              <button class="button danger" type="submit" aria-label={`${messages.apps.revoke}: ${name}`}>
                {messages.apps.revoke}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}

export const Activity = ({ messages, language, page }: Omit<ListPageProps<'activity'>, 'now'>) => (
  <>
    <h1>{messages.activity.title}</h1>
    <p class="text">{messages.activity.text}</p>
    {page.events.length === 0 ? <p class="text">{messages.activity.none}</p> : null}
    <ol class="list">
      {page.events.map((event) => (
        <li>
          <div>
            <strong>{sentenceOf(event, language)}</strong>
            <p class="soft">
              <time datetime={isoOf(event.at)}>{momentIn(language, event.at)}</time> ·{' '}
              {whereOf(event, messages, language)}
            </p>
          </div>
        </li>
      ))}
    </ol>
    <p class="links">
      {page.nextCursor === null ? null : (
        <a href={`/account/activity?before=${encodeURIComponent(page.nextCursor)}`}>
          {messages.activity.older}
        </a>
      )}
      {page.isFirst ? null : <a href="/account/activity">{messages.activity.newest}</a>}
    </p>
  </>
)

function sentenceOf({ action, detail }: ShownEvent, language: Language): string {
  const sentence = activityIn(language).actions[action]
  if (typeof sentence === 'string') return sentence
  return sentence(detail.url === undefined ? detail : { ...detail, url: shortAddress(detail.url) })
}

function whereOf(
  { address, agent, detail }: ShownEvent,
  messages: AccountMessages,
  language: Language,
): string {
  if (address !== '') return `${activityIn(language).agent(agent)} · ${address}`
  return detail.reason === 'credential_ended' ? messages.activity.byItself : messages.activity.onCommandLine
}
