// The overview page of an account, and the page for deleting the account.
import { api } from '@linnet/contract'
import { formPagePolicy, renderAccountDeleted, type Wrong } from '@linnet/pages'
import { pageResponse, seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import { type AccountVisit, accountRoute, done, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export interface OverviewPageNeeds extends SignedInNeeds {
  /** Where the API reference is. */
  docsUrl: string
}

export function overviewPages(needs: OverviewPageNeeds): PageRoute[] {
  return [
    accountRoute(needs, {
      method: 'GET',
      path: '/account',
      answer: async (visit) => show(visit, await overview(needs, visit)),
    }),
    accountRoute(needs, { method: 'POST', path: '/account', answer: (visit) => changeName(needs, visit) }),
    accountRoute(needs, {
      method: 'GET',
      path: '/account/delete',
      answer: async (visit) => show(visit, await deletePage(visit, null)),
    }),
    accountRoute(needs, {
      method: 'POST',
      path: '/account/delete',
      answer: deleteAccount,
      formAddress: () => '/account/delete',
    }),
    {
      method: 'GET',
      path: '/account/deleted',
      // The account no longer exists, so it needs no session.
      answer: async ({ language }) =>
        pageResponse(renderAccountDeleted(language), {
          language,
          contentSecurityPolicy: formPagePolicy({}),
        }),
    },
  ]
}

async function overview({ docsUrl }: OverviewPageNeeds, visit: AccountVisit) {
  const { data: user } = await visit.run(api.accounts.user)
  const { data: quota } = await visit.run(api.accounts.quota)
  return { kind: 'overview', user, quota, docsUrl, name: user.name, wrong: null } as const
}

async function changeName(needs: OverviewPageNeeds, visit: AccountVisit): Promise<Response> {
  const name = (await visit.form()).get('name') ?? ''
  return await tryForm(
    async () => {
      await visit.run(api.accounts.updateUser, { name })
      return done(visit, '/account', 'name')
    },
    async (wrong, refusal) => show(visit, { ...(await overview(needs, visit)), name, wrong }, refusal),
  )
}

async function deleteAccount(visit: AccountVisit): Promise<Response> {
  const password = (await visit.form()).get('password')
  return await tryForm(
    async () => {
      await visit.run(api.accounts.deleteUser, { password })
      return seeOther('/account/deleted', visit.cookies)
    },
    async (wrong, refusal) => show(visit, await deletePage(visit, wrong), refusal),
  )
}

async function deletePage(visit: AccountVisit, wrong: Wrong | null) {
  const { data: methods } = await visit.run(api.singleSignOn.methods)
  // Checked before the page is shown, as the password is afterwards.
  if (!methods.password) requireFresh(visit.caller, visit.now)
  return { kind: 'delete', email: visit.email, hasPassword: methods.password, wrong } as const
}
