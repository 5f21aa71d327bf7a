// The account's security: its password, one-time codes, passkeys and identities.
import { IdentitiesCard } from './identities.tsx'
import { PasskeysCard } from './passkeys.tsx'
import { PasswordCard } from './password.tsx'
import { SecondFactorCard } from './second-factor.tsx'

export function SecuritySection() {
  return (
    <>
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <IdentitiesCard />
    </>
  )
}
