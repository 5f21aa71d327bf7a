// Where somebody is signed in, which applications act for them, and what was done to the account.
import { consentWords } from '../consent/words.ts'
import { Hidden } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { agoIn, dayIn, isoOf, momentIn } from '../words/time.ts'
import type { AccountPage, ShownEvent } from './account-page.ts'
import type { AccountWords } from './words.ts'

type Props<Kind extends AccountPage['kind']> = {
  words: AccountWords
  language: Language
  now: number
  page: Extract<AccountPage, { kind: Kind }>
}

export const Sessions = ({ words, language, now, page }: Props<'sessions'>) => {
  const ago = (at: number) => agoIn(language, at, now) ?? words.sessions.justNow
  return (
    <>
      <h1>{words.sessions.title}</h1>
      <p class="text">{words.sessions.text}</p>
      <ul class="list">
        {page.sessions.map(({ id, agent, address, current, created_at, last_seen_at }) => (
          <li>
            <div>
              <strong>{words.agent(agent)}</strong>
              <p class="soft">
                {address} · {words.sessions.since(ago(created_at))} ·{' '}
                {current ? words.sessions.seenNow : words.sessions.seen(ago(last_seen_at))}
              </p>
            </div>
            {current ? (
              <span class="soft">{words.sessions.current}</span>
            ) : (
              <form method="post" action="/account/sessions/end">
                <Hidden fields={{ id }} />
                <button
                  class="button second"
                  type="submit"
                  aria-label={`${words.sessions.end}: ${words.agent(agent)}`}
                >
                  {words.sessions.end}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {page.sessions.length > 1 ? (
        <form method="post" action="/account/sessions/end-others">
          <button class="button" type="submit">
            {words.sessions.endOthers}
          </button>
        </form>
      ) : null}
    </>
  )
}

export const Apps = ({ words, language, now, page }: Props<'apps'>) => {
  const sentences = consentWords(language).scopes
  return (
    <>
      <h1>{words.apps.title}</h1>
      <p class="text">{page.apps.length > 0 ? words.apps.text : words.apps.none}</p>
      <ul class="list">
        {page.apps.map(({ client_id, name, scopes, authorized_at, last_used_at }) => (
          <li>
            <div>
              <strong>{name}</strong>
              <p class="soft">
                {words.apps.since(dayIn(language, authorized_at))}{' '}
                {last_used_at === null
                  ? words.apps.neverUsed
                  : words.apps.used(agoIn(language, last_used_at, now) ?? words.sessions.justNow)}
              </p>
              <ul class="scopes soft">
                {scopes.map((scope) => (
                  <li>{sentences[scope]}</li>
                ))}
              </ul>
            </div>
            <form method="post" action="/account/apps/revoke">
              <Hidden fields={{ client_id }} />
              <button class="button danger" type="submit" aria-label={`${words.apps.revoke}: ${name}`}>
                {words.apps.revoke}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}

export const Activity = ({ words, language, page }: Omit<Props<'activity'>, 'now'>) => (
  <>
    <h1>{words.activity.title}</h1>
    <p class="text">{words.activity.text}</p>
    {page.events.length === 0 ? <p class="text">{words.activity.none}</p> : null}
    <ol class="list">
      {page.events.map((event) => (
        <li>
          <div>
            <strong>{sentenceOf(event, words)}</strong>
            <p class="soft">
              <time datetime={isoOf(event.at)}>{momentIn(language, event.at)}</time> · {whereOf(event, words)}
            </p>
          </div>
        </li>
      ))}
    </ol>
    <p class="links">
      {page.nextCursor === null ? null : (
        <a href={`/account/activity?before=${encodeURIComponent(page.nextCursor)}`}>{words.activity.older}</a>
      )}
      {page.isFirst ? null : <a href="/account/activity">{words.activity.newest}</a>}
    </p>
  </>
)

function sentenceOf({ action, detail }: ShownEvent, words: AccountWords): string {
  const sentence = words.activity.deeds[action]
  return typeof sentence === 'string' ? sentence : sentence(detail)
}

function whereOf({ address, agent, detail }: ShownEvent, words: AccountWords): string {
  if (address !== '') return `${words.agent(agent)} · ${address}`
  return detail.reason === 'credential_ended' ? words.activity.byItself : words.activity.onCommandLine
}
