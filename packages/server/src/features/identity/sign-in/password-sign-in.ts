// Refuses passwords where the provider of single sign-on is the only way to sign in.
import { Refusal } from '@linnet/contract'
import type { PageRoute } from '../../../platform/operations/page.ts'
import { answerPage } from './answer-page.ts'
import type { SignInNeeds } from './needs.ts'

/** Refuses with `forbidden` if the setting PASSWORD_SIGN_IN is off. */
export function requirePasswords({
  passwordSignIn,
  publicOrigin,
  singleSignOn,
}: Pick<SignInNeeds, 'passwordSignIn' | 'publicOrigin' | 'singleSignOn'>): void {
  if (passwordSignIn === 'on') return
  throw new Refusal(
    'forbidden',
    `People get accounts and sign in here with ${singleSignOn.providerName}: ${publicOrigin}/account/sign-in`,
  )
}

/** The same pages where passwords sign people in; otherwise, each says where to sign in instead. */
export function onlyWithPasswords(
  { passwordSignIn, singleSignOn }: Pick<SignInNeeds, 'passwordSignIn' | 'singleSignOn'>,
  pages: PageRoute[],
): PageRoute[] {
  const { providerName: provider } = singleSignOn
  if (passwordSignIn === 'on' || provider === null) return pages
  return pages.map((page) => ({
    ...page,
    answer: async (visit) => answerPage(visit, { kind: 'provider-only', provider }, 403),
  }))
}
