// The page on which the owner of a blocked account, who can't sign in, can appeal. The message about the block links to it.
import { Refusal, text } from '@linnet/contract'
import { type AppealPage, formPagePolicy, renderAppealPage } from '@linnet/pages'
import { pageResponse } from '../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../platform/operations/page.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import type { BlockMessages } from '../identity/administration/index.ts'
import type { AppealNeeds } from './appeal-operations.ts'
import { sendAppeal } from './appeals.ts'

type AppealPageNeeds = Pick<AppealNeeds, 'store' | 'audit'> & { accounts: Accounts; messages: BlockMessages }

const path = '/account/appeal'
const Statement = text(1000).trim().min(1)

export function appealPages(needs: AppealPageNeeds): PageRoute[] {
  const { accounts, messages, store } = needs

  /** The token and its account. Refuses with `gone` if the token was used or the account is not blocked. */
  async function findAccount(token: string, { now }: PageVisit) {
    const link = await messages.appealTokens.find(token, 'appeal', now)
    const account = link?.userId ? await accounts.byId(link.userId) : null
    if (!link || !account || account.blocked_reason === null) throw new Refusal('gone')
    return { link, account, reason: account.blocked_reason }
  }

  return [
    {
      method: 'GET',
      path,
      async answer(visit) {
        const token = visit.url.searchParams.get('token') ?? ''
        const { reason } = await findAccount(token, visit)
        return show(visit, { kind: 'form', token, reason, message: '', wrong: false })
      },
    },
    {
      method: 'POST',
      path,
      async answer(visit) {
        const fields = await visit.form()
        const token = fields.get('token') ?? ''
        const { link, account, reason } = await findAccount(token, visit)
        const typed = (fields.get('message') ?? '').replaceAll('\r\n', '\n')
        const message = Statement.safeParse(typed)
        if (!message.success)
          return show(visit, { kind: 'form', token, reason, message: typed, wrong: true }, 422)
        const { client, now } = visit
        await store.transaction(async (tx) => {
          if (!(await messages.appealTokens.use(tx, link, now))) throw new Refusal('gone')
          const target = { userId: account.id, linkId: null, micrositeId: null, destinations: null }
          await sendAppeal(needs, tx, { ...target, reason, message: message.data, client, now })
        })
        return show(visit, { kind: 'sent' })
      },
    },
  ]
}

function show(visit: PageVisit, page: AppealPage, status = 200): Response {
  return pageResponse(renderAppealPage(page, visit.language), {
    status,
    language: visit.language,
    contentSecurityPolicy: formPagePolicy({}),
  })
}
