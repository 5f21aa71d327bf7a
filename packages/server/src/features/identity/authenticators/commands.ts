// The command `user reset-second-factor`, for users who have lost both their app and their recovery codes.
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Accounts } from '../accounts/index.ts'
import { commandLine } from '../audit/index.ts'
import { disable, type SecondFactorNeeds } from './second-factor.ts'

/** How the commands are called. */
export const authenticatorCommandShapes = {
  resetSecondFactor: {
    name: 'user reset-second-factor',
    summary: 'Turn off two-factor authentication for a user who has lost the app and recovery codes',
    options: { email: emailOption },
  },
} satisfies Record<string, CommandShape>

export interface AuthenticatorCommandNeeds {
  secondFactor: Pick<SecondFactorNeeds, 'store' | 'audit'>
  accounts: Pick<Accounts, 'byEmail'>
  clock: Clock
}

export function authenticatorCommands({
  secondFactor,
  accounts,
  clock,
}: AuthenticatorCommandNeeds): Command[] {
  return [
    {
      ...authenticatorCommandShapes.resetSecondFactor,
      async run({ email = '' }) {
        const account = await accounts.byEmail(email)
        if (!account) throw new CommandError(`there is no account with the e-mail ${email}`)
        const change = { userId: account.id, client: commandLine, now: clock.now() }
        if (!(await disable(secondFactor, change)))
          throw new CommandError(`${email} doesn't use two-factor authentication`)
        return { id: account.public_id, email: account.email, second_factor: false }
      },
      format: ({ email }) =>
        `Two-factor authentication is off for ${email}. The password alone is now enough to sign in.`,
    },
  ]
}
