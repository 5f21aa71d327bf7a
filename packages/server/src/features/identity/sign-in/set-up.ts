// The set-up of a new instance: an address, shown to the operator alone, that makes the administrator.
import type { WrongFields } from '@linnet/pages'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { Account } from '../accounts/index.ts'
import { type AccountForm, readAccountForm, wrongFieldsOf } from './account-form.ts'
import { answerPage, type Entrance } from './entrance.ts'
import type { SignInNeeds } from './needs.ts'
import type { OneTimeLink, OneTimeLinks } from './one-time-links.ts'
import { home } from './return-address.ts'

type Needs = Pick<SignInNeeds, 'accounts' | 'publicOrigin' | 'transaction'> & { links: OneTimeLinks }

type PageNeeds = Needs & Pick<SignInNeeds, 'shortOrigin' | 'origins'> & { entrance: Entrance }

/** A new address, or null where the instance has an account. */
export async function setUpAddress(
  { accounts, publicOrigin, transaction, links }: Needs,
  now: number,
): Promise<string | null> {
  if (await accounts.hasUsers()) return null
  const { token } = await transaction((tx) =>
    links.issue(tx, { purpose: 'setup', subject: '', payload: {}, now }),
  )
  return `${publicOrigin}/account/setup?token=${token}`
}

export function setUpPages(needs: PageNeeds): PageRoute[] {
  const { accounts, entrance, links, transaction } = needs
  const hostname = (origin: string) => new URL(origin).hostname
  const sharesHost = needs.origins.map(hostname).includes(hostname(needs.shortOrigin))

  async function validLink(token: string, now: number): Promise<OneTimeLink<'setup'> | null> {
    return (await accounts.hasUsers()) ? null : await links.find(token, 'setup', now)
  }

  /** The administrator, or null where there is an account by now. */
  async function create(
    { client, now }: PageVisit,
    link: OneTimeLink<'setup'>,
    { name, email, password }: AccountForm,
  ): Promise<Account | null> {
    const passwordHash = await hashPassword(password)
    return await transaction(async (tx) => {
      // Of many at once, with whichever tokens, one can go on.
      await links.lock(tx, link.purpose)
      if ((await accounts.hasUsers(tx)) || !(await links.use(tx, link, now))) return null
      // Those of earlier starts end with it: one day the instance may be without account again.
      await links.endAll(tx, link.purpose)
      return await accounts.create(tx, { email, name, passwordHash, admin: true, client, now })
    })
  }

  const form = (
    visit: PageVisit,
    token: string,
    { name, email }: Omit<AccountForm, 'password'>,
    wrong: WrongFields,
  ) =>
    answerPage(
      visit,
      { kind: 'set-up', token, name, email, wrong, sharesHost },
      Object.keys(wrong).length > 0 ? 422 : 200,
    )
  const gone = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'setup' }, 410)

  return [
    {
      method: 'GET',
      path: '/account/setup',
      async answer(visit) {
        const token = visit.url.searchParams.get('token') ?? ''
        if (token === '' && !(await accounts.hasUsers()))
          return answerPage(visit, { kind: 'set-up-first' }, 403)
        if (!(await validLink(token, visit.now))) return gone(visit)
        return form(visit, token, { name: '', email: '' }, {})
      },
    },
    {
      method: 'POST',
      path: '/account/setup',
      async answer(visit) {
        const fields = await visit.form()
        const token = fields.get('token') ?? ''
        const link = await validLink(token, visit.now)
        if (!link) return gone(visit)
        const given = readAccountForm(fields)
        const wrong = wrongFieldsOf(given)
        if (Object.keys(wrong).length > 0) return form(visit, token, given, wrong)
        const account = await create(visit, link, given)
        return account ? await entrance.arrive(visit, account, 'set-up', home) : gone(visit)
      },
    },
  ]
}
