// The command `mistyped list`, with which an operator reads which mistyped codes people asked for.
import type { MistypedCode } from '@linnet/contract'
import { type Command, CommandError, type CommandShape } from '../../../platform/command.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'

/** The names and options of the commands. */
export const mistypedCodeCommandShapes = {
  list: {
    name: 'mistyped list',
    summary: 'List the mistyped codes that people asked for, the most frequent first',
    options: {
      email: { kind: 'value', meaning: 'E-mail address of the account', placeholder: 'EMAIL' },
      workspace: {
        kind: 'value',
        meaning: 'Id of the shared workspace (wsp_…), as in workspace list',
        placeholder: 'ID',
      },
    },
  },
} satisfies Record<string, CommandShape>

export interface MistypedCodeCommandNeeds {
  accounts: Pick<Accounts, 'userIdByEmail'>
  workspaces: Pick<Workspaces, 'byPublicId'>
  list(workspaceId: number): Promise<MistypedCode[]>
}

export function mistypedCodeCommands({ accounts, workspaces, list }: MistypedCodeCommandNeeds): Command[] {
  async function workspaceOf(given: Record<string, string | undefined>): Promise<number> {
    const { email, workspace } = given
    if ((email === undefined) === (workspace === undefined))
      throw new CommandError('give --email EMAIL for one account, or --workspace ID for a shared workspace')
    if (email !== undefined) {
      const id = await accounts.userIdByEmail(email)
      if (id === null) throw new CommandError(`there is no account with the e-mail ${email}`)
      return id
    }
    const row = await workspaces.byPublicId(workspace ?? '')
    if (!row) throw new CommandError(`there is no workspace with the id ${workspace}`)
    return row.id
  }

  return [
    {
      ...mistypedCodeCommandShapes.list,
      run: async (given) => ({ mistyped_codes: await list(await workspaceOf(given)) }),
      format: ({ mistyped_codes }) =>
        (mistyped_codes as MistypedCode[]).map(lineOf).join('\n') || 'Nobody has asked for a mistyped code.',
    },
  ]
}

function lineOf({ code, domain, asked, link }: MistypedCode): string {
  const meant = link ? `; they probably meant ${link.short}` : ''
  const people = asked === 1 ? '1 person' : `${asked} people`
  return `${people} asked for ${domain}/${code}${meant}`
}
