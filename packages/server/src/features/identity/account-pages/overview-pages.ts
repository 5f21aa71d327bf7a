// The first page of an account, and the one that deletes it.
import { api } from '@linnet/contract'
import { formPagePolicy, renderAccountDeleted } from '@linnet/pages'
import { pageResponse, seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import {
  type AccountVisit,
  accountRoute,
  done,
  perform,
  type SignedInNeeds,
  show,
  tryForm,
} from './signed-in.ts'

export interface OverviewPageNeeds extends SignedInNeeds {
  /** Where the API reference is. */
  docsUrl: string
}

export function overviewPages(needs: OverviewPageNeeds): PageRoute[] {
  const { docsUrl } = needs

  async function overview(visit: AccountVisit) {
    const { data: user } = await perform(needs, api.accounts.user, visit)
    const { data: quota } = await perform(needs, api.accounts.quota, visit)
    return { kind: 'overview', user, quota, docsUrl, name: user.name, wrong: null } as const
  }

  return [
    accountRoute(needs, 'GET', '/account', async (visit) => show(visit, await overview(visit))),
    accountRoute(needs, 'POST', '/account', async (visit) => {
      const name = (await visit.form()).get('name') ?? ''
      return await tryForm(
        async () => {
          await perform(needs, api.accounts.updateUser, visit, { name })
          return done(visit, '/account', 'name')
        },
        async (wrong, refusal) => show(visit, { ...(await overview(visit)), name, wrong }, refusal),
      )
    }),
    accountRoute(needs, 'GET', '/account/delete', async (visit) =>
      show(visit, { kind: 'delete', email: visit.email, wrong: null }),
    ),
    accountRoute(needs, 'POST', '/account/delete', async (visit) => {
      const password = (await visit.form()).get('password')
      return await tryForm(
        async () => {
          await perform(needs, api.accounts.deleteUser, visit, { password })
          return seeOther('/account/deleted', visit.requestId, visit.cookies)
        },
        (wrong, refusal) => show(visit, { kind: 'delete', email: visit.email, wrong }, refusal),
      )
    }),
    {
      method: 'GET',
      path: '/account/deleted',
      // Whoever reads it has no account any more, so it asks for no session.
      answer: async ({ language, requestId }) =>
        pageResponse(renderAccountDeleted(language), {
          language,
          requestId,
          contentSecurityPolicy: formPagePolicy({}),
        }),
    },
  ]
}
