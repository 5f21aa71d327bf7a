// The pages on which passkeys are added, renamed and removed.
import { api, type Passkey, Refusal } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import {
  type AccountVisit,
  accountRoute,
  done,
  perform,
  type SignedInNeeds,
  show,
  tryForm,
} from './signed-in.ts'

export function passkeyPages(needs: SignedInNeeds): PageRoute[] {
  async function passkey(visit: AccountVisit, id: string | null | undefined): Promise<Passkey> {
    const { data } = await perform(needs, api.authenticators.listPasskeys, visit)
    const found = data.find((one) => one.id === id)
    if (!found) throw new Refusal('not_found')
    return found
  }

  return [
    accountRoute(needs, 'GET', '/account/passkeys/add', async (visit) => {
      requireFresh(visit.caller, visit.now)
      return show(visit, { kind: 'add-passkey' })
    }),
    accountRoute(needs, 'GET', '/account/passkey', async (visit) => {
      const id = visit.url.searchParams.get('id')
      if (id === null) return seeOther('/account/security', visit.requestId)
      requireFresh(visit.caller, visit.now)
      return show(visit, { kind: 'passkey', passkey: await passkey(visit, id), wrong: null })
    }),
    accountRoute(needs, 'POST', '/account/passkey', async (visit) => {
      const { id = '', name } = Object.fromEntries(await visit.form())
      return await tryForm(
        async () => {
          await perform(needs, api.authenticators.renamePasskey, visit, { id, name })
          return done(visit, '/account/security', 'passkey-renamed')
        },
        async (wrong, refusal) =>
          show(visit, { kind: 'passkey', passkey: await passkey(visit, id), wrong }, refusal),
      )
    }),
    accountRoute(
      needs,
      'POST',
      '/account/passkey/remove',
      async (visit) => {
        const id = (await visit.form()).get('id') ?? ''
        await perform(needs, api.authenticators.removePasskey, visit, { id })
        return done(visit, '/account/security', 'passkey-removed')
      },
      async (visit) => {
        const id = (await visit.form()).get('id') ?? ''
        return `/account/passkey?${new URLSearchParams({ id })}`
      },
    ),
  ]
}
