// The first page of an account: who it is, what its plan allows, and the way out of it.
import { Field } from '../forms/form-page.tsx'
import type { Language } from '../language.ts'
import { dayIn } from '../words/time.ts'
import type { AccountPage } from './account-page.ts'
import { PasswordField, WrongMessage } from './frame.tsx'
import type { AccountWords } from './words.ts'

type Of<Kind extends AccountPage['kind']> = Extract<AccountPage, { kind: Kind }>
type Props<Kind extends AccountPage['kind']> = { words: AccountWords; language: Language; page: Of<Kind> }

const meters = ['links', 'custom_slug_renames', 'microsites', 'mcp_calls'] as const

export const Overview = ({
  words,
  language,
  page: { user, quota, docsUrl, name, wrong },
}: Props<'overview'>) => {
  const number = new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'id-ID')
  return (
    <>
      <h1>{user.name || user.email}</h1>
      <dl class="panel facts">
        <dt>{words.overview.email}</dt>
        <dd>{user.email}</dd>
        <dt>{words.overview.plan}</dt>
        <dd>{quota.plan}</dd>
        <dt>{words.overview.since}</dt>
        <dd>{dayIn(language, user.created_at)}</dd>
      </dl>
      <form method="post" action="/account">
        <Field
          name="name"
          label={words.overview.name}
          hint={words.overview.nameHint}
          value={name}
          wrong={wrong === null ? null : words.wrong[wrong]}
          autocomplete="name"
          maxlength={100}
        />
        <button class="button second" type="submit">
          {words.overview.save}
        </button>
      </form>
      <h2>{words.overview.usage}</h2>
      <dl class="panel facts">
        {meters.map((meter) => {
          const { used, limit } = quota[meter]
          return (
            <>
              <dt>{words.overview.counters[meter]}</dt>
              <dd>
                {words.overview.used(number.format(used), limit === null ? null : number.format(limit))}
              </dd>
            </>
          )
        })}
      </dl>
      <p class="small">{words.overview.resets(dayIn(language, quota.resets_at))}</p>
      <h2>{words.overview.more}</h2>
      <p class="links">
        <a href={docsUrl}>{words.overview.docs}</a>
        <a href="/account/delete">{words.overview.delete}</a>
      </p>
    </>
  )
}

export const Delete = ({ words, page }: Omit<Props<'delete'>, 'language'>) => (
  <>
    <h1>{words.delete.title}</h1>
    <p class="text">{words.delete.text}</p>
    <WrongMessage words={words} wrong={page.wrong} />
    <dl class="panel facts">
      <dt>{words.delete.email}</dt>
      <dd>{page.email}</dd>
    </dl>
    <form method="post" action="/account/delete">
      <PasswordField words={words} email={page.email} />
      <button class="button danger" type="submit">
        {words.delete.submit}
      </button>
    </form>
    <p class="links">
      <a href="/account">{words.delete.keep}</a>
    </p>
  </>
)
