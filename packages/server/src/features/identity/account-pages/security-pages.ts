// The overview page of an account's security, and the page for changing the password.
import { api, Refusal } from '@linnet/contract'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { passwordFault } from '../accounts/index.ts'
import { type AccountVisit, accountRoute, done, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export function securityPages(needs: SignedInNeeds): PageRoute[] {
  return [
    accountRoute(needs, { method: 'GET', path: '/account/security', answer: showSecurity }),
    accountRoute(needs, {
      method: 'GET',
      path: '/account/password',
      answer: async (visit) => show(visit, { kind: 'password', wrong: null, fault: null }),
    }),
    accountRoute(needs, { method: 'POST', path: '/account/password', answer: changePassword }),
    accountRoute(needs, {
      method: 'POST',
      path: '/account/identities/remove',
      answer: removeIdentity,
      formAddress: () => '/account/security',
    }),
  ]
}

async function showSecurity(visit: AccountVisit): Promise<Response> {
  const { data: passkeys } = await visit.run(api.authenticators.listPasskeys)
  const { data: secondFactor } = await visit.run(api.authenticators.secondFactor)
  const { data: methods } = await visit.run(api.singleSignOn.methods)
  return show(visit, { kind: 'security', secondFactor, passkeys, methods })
}

async function removeIdentity(visit: AccountVisit): Promise<Response> {
  const id = (await visit.form()).get('id') ?? ''
  await visit.run(api.singleSignOn.removeIdentity, { id })
  return done(visit, '/account/security', 'identity-removed')
}

async function changePassword(visit: AccountVisit): Promise<Response> {
  const form = await visit.form()
  const input = { password: form.get('password'), new_password: form.get('new_password') ?? '' }
  const fault = passwordFault(input.new_password, visit.email)
  if (fault) return show(visit, { kind: 'password', wrong: null, fault }, new Refusal('validation_failed'))
  return await tryForm(
    async () => {
      await visit.run(api.accounts.changePassword, input)
      return done(visit, '/account/security', 'password')
    },
    (wrong, refusal) => show(visit, { kind: 'password', wrong, fault: null }, refusal),
  )
}
