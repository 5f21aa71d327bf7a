// The pages on which passkeys are added, renamed and removed.
import { api, type Passkey, Refusal } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import { type AccountVisit, accountRoute, done, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export function passkeyPages(needs: SignedInNeeds): PageRoute[] {
  return [
    accountRoute(needs, { method: 'GET', path: '/account/passkeys/add', answer: showAddPasskey }),
    accountRoute(needs, { method: 'GET', path: '/account/passkey', answer: showPasskey }),
    accountRoute(needs, { method: 'POST', path: '/account/passkey', answer: renamePasskey }),
    accountRoute(needs, {
      method: 'POST',
      path: '/account/passkey/remove',
      answer: removePasskey,
      async formAddress(visit) {
        const id = (await visit.form()).get('id') ?? ''
        return `/account/passkey?${new URLSearchParams({ id })}`
      },
    }),
  ]
}

async function showAddPasskey(visit: AccountVisit): Promise<Response> {
  requireFresh(visit.caller, visit.now)
  return show(visit, { kind: 'add-passkey' })
}

async function showPasskey(visit: AccountVisit): Promise<Response> {
  const id = visit.url.searchParams.get('id')
  if (id === null) return seeOther('/account/security')
  requireFresh(visit.caller, visit.now)
  return show(visit, { kind: 'passkey', passkey: await passkeyById(visit, id), wrong: null })
}

async function renamePasskey(visit: AccountVisit): Promise<Response> {
  const { id = '', name } = Object.fromEntries(await visit.form())
  return await tryForm(
    async () => {
      await visit.run(api.authenticators.renamePasskey, { id, name })
      return done(visit, '/account/security', 'passkey-renamed')
    },
    async (wrong, refusal) =>
      show(visit, { kind: 'passkey', passkey: await passkeyById(visit, id), wrong }, refusal),
  )
}

async function removePasskey(visit: AccountVisit): Promise<Response> {
  const id = (await visit.form()).get('id') ?? ''
  await visit.run(api.authenticators.removePasskey, { id })
  return done(visit, '/account/security', 'passkey-removed')
}

async function passkeyById(visit: AccountVisit, id: string): Promise<Passkey> {
  const { data } = await visit.run(api.authenticators.listPasskeys)
  const passkey = data.find((one) => one.id === id)
  if (!passkey) throw new Refusal('not_found')
  return passkey
}
