// The account's security: its password, one-time codes and passkeys.
import { PasskeysCard } from './passkeys.tsx'
import { PasswordCard } from './password.tsx'
import { SecondFactorCard } from './second-factor.tsx'

export function SecuritySection() {
  return (
    <>
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
    </>
  )
}
