// The first page of an account: its profile, what its plan allows, and deleting it.

import { type Language, languages } from '@linnet/languages'
import { Field } from '../forms/form-page.tsx'
import type { AccountMessages } from '../messages.ts'
import { dayIn } from '../time.ts'
import type { AccountPage } from './account-page.ts'
import { PasswordField, WrongMessage } from './frame.tsx'

type Of<Kind extends AccountPage['kind']> = Extract<AccountPage, { kind: Kind }>
type OverviewProps<Kind extends AccountPage['kind']> = {
  messages: AccountMessages
  language: Language
  page: Of<Kind>
}

const meters = ['links', 'custom_slug_renames', 'microsites', 'mcp_calls'] as const

export const Overview = ({
  messages,
  language,
  page: { user, quota, docsUrl, name, wrong },
}: OverviewProps<'overview'>) => {
  const number = new Intl.NumberFormat(languages[language].locale)
  return (
    <>
      <h1>{user.name || user.email}</h1>
      <dl class="panel facts">
        <dt>{messages.overview.email}</dt>
        <dd>{user.email}</dd>
        <dt>{messages.overview.plan}</dt>
        <dd>{quota.plan}</dd>
        <dt>{messages.overview.since}</dt>
        <dd>{dayIn(language, user.created_at)}</dd>
      </dl>
      <form method="post" action="/account">
        <Field
          name="name"
          label={messages.overview.name}
          hint={messages.overview.nameHint}
          value={name}
          wrong={wrong === null ? null : messages.wrong[wrong]}
          autocomplete="name"
          maxlength={100}
        />
        <button class="button second" type="submit">
          {messages.overview.save}
        </button>
      </form>
      <h2>{messages.overview.usage}</h2>
      <dl class="panel facts">
        {meters.map((meter) => {
          const { used, limit } = quota[meter]
          return (
            <>
              <dt>{messages.overview.counters[meter]}</dt>
              <dd>
                {messages.overview.used(number.format(used), limit === null ? null : number.format(limit))}
              </dd>
            </>
          )
        })}
      </dl>
      <p class="small">{messages.overview.resets(dayIn(language, quota.resets_at))}</p>
      <h2>{messages.overview.more}</h2>
      <p class="links">
        <a href={docsUrl}>{messages.overview.docs}</a>
        <a href="/account/delete">{messages.overview.delete}</a>
      </p>
    </>
  )
}

export const Delete = ({ messages, page }: Omit<OverviewProps<'delete'>, 'language'>) => (
  <>
    <h1>{messages.delete.title}</h1>
    <p class="text">{messages.delete.text}</p>
    <WrongMessage messages={messages} wrong={page.wrong} />
    <dl class="panel facts">
      <dt>{messages.delete.email}</dt>
      <dd>{page.email}</dd>
    </dl>
    <form method="post" action="/account/delete">
      {page.hasPassword ? <PasswordField messages={messages} email={page.email} /> : null}
      <button class="button danger" type="submit">
        {messages.delete.submit}
      </button>
    </form>
    <p class="links">
      <a href="/account">{messages.delete.keep}</a>
    </p>
  </>
)
