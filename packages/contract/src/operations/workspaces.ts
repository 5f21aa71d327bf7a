// Personal and shared workspaces, their members and roles, and invitations. All but the first two work on the workspace that the
// request names in `Linnet-Workspace`.
import { languageTags } from '@linnet/languages'
import { z } from 'zod'
import { envelope, operation } from '../operation.ts'
import { roles } from '../roles.ts'
import { cursor, Email, Identifier, Name, QuarantinedUntil, Total, UnixTime } from '../values.ts'

const tag = 'Workspaces'
const audience = 'dashboard' as const

/** What people and their tools see of a workspace everywhere. */
export const WorkspaceSummary = z
  .object({
    id: z.string().meta({ examples: ['wsp_01kb3vq2xw5yj8r6c0d4e7f9ga'] }),
    name: z.string().meta({ examples: ['Marketing'] }),
    role: z.enum(roles).meta({ description: "The person's role in it", examples: ['editor'] }),
    personal: z.boolean().meta({
      description: 'Whether it is the personal workspace, which every account has',
      examples: [false],
    }),
  })
  .meta({ id: 'WorkspaceSummary' })
export type WorkspaceSummary = z.output<typeof WorkspaceSummary>

export const Workspace = WorkspaceSummary.extend({
  plan: z.string(),
  members: z.int(),
  quarantined_until: QuarantinedUntil,
  created_at: UnixTime,
}).meta({ id: 'Workspace' })
export type Workspace = z.output<typeof Workspace>

export const Member = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    joined_at: UnixTime,
    you: z.boolean(),
    keys: z.int().meta({ description: 'How many active API keys they have created in this workspace' }),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

export const MemberInvitation = z
  .object({
    id: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'null: the first person to use the link can accept it' }),
    role: z.enum(roles),
    invited_by: z.string().meta({ description: 'The e-mail address of the person who sent it' }),
    created_at: UnixTime,
    expires_at: UnixTime,
  })
  .meta({ id: 'MemberInvitation' })
export type MemberInvitation = z.output<typeof MemberInvitation>

const WorkspaceName = Name.min(1)
const ofMember = z.object({ id: Identifier })

const list = operation({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/workspaces',
  role: null,
  tag,
  audience,
  answer: envelope(z.array(WorkspaceSummary)),
  summary: 'List the workspaces that you belong to: your personal one first, the others by name',
})

const create = operation({
  id: 'createWorkspace',
  method: 'POST',
  path: '/workspaces',
  role: null,
  tag,
  audience,
  body: z.object({ name: WorkspaceName }),
  answer: envelope(Workspace),
  errors: ['plan_limit'],
  summary: 'Create a workspace that you can share with others; you become its owner',
})

const get = operation({
  id: 'getWorkspace',
  method: 'GET',
  path: '/workspace',
  role: 'viewer',
  whileBlocked: true,
  tag,
  audience,
  answer: envelope(Workspace),
  summary: 'Read the workspace',
})

const update = operation({
  id: 'updateWorkspace',
  method: 'PUT',
  path: '/workspace',
  role: 'admin',
  tag,
  audience,
  body: z.object({ name: WorkspaceName }),
  answer: envelope(Workspace),
  summary: 'Rename the workspace',
})

const remove = operation({
  id: 'deleteWorkspace',
  method: 'POST',
  path: '/workspace/delete',
  role: 'owner',
  whileBlocked: true,
  tag,
  audience,
  body: z.object({ name: WorkspaceName.meta({ description: "The workspace's name, as a confirmation" }) }),
  answer: envelope(z.object({ id: z.string(), deleted: z.literal(true) })),
  reauthentication: true,
  summary: 'Permanently delete the workspace and everything in it',
})

const members = operation({
  id: 'listMembers',
  method: 'GET',
  path: '/workspace/members',
  role: 'viewer',
  whileBlocked: true,
  tag,
  audience,
  query: z.object({
    search: z
      .string()
      .max(254)
      .optional()
      .meta({ description: 'Part of the e-mail address or name, case-insensitive' }),
    after: cursor(100),
    limit: z.int().min(1).max(100).default(50),
  }),
  answer: envelope(z.array(Member)).extend({ total: Total, next_cursor: z.string().nullable() }),
  summary: 'List the members of the workspace, in the order in which their accounts were created',
})

const changeRole = operation({
  id: 'changeRole',
  method: 'PUT',
  path: '/workspace/members/{id}',
  role: 'admin',
  tag,
  audience,
  params: ofMember,
  body: z.object({ role: z.enum(roles) }),
  answer: envelope(Member),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: "Change a member's role; only owners can make someone an owner or change an owner's role",
})

const removeMember = operation({
  id: 'removeMember',
  method: 'DELETE',
  path: '/workspace/members/{id}',
  role: 'admin',
  tag,
  audience,
  params: ofMember,
  query: z.object({
    keys: z
      .enum(['revoke', 'adopt'])
      .default('revoke')
      .meta({ description: 'What happens to the API keys that they created here: `adopt` makes them yours' }),
  }),
  answer: envelope(z.object({ id: z.string(), removed: z.literal(true) })),
  reauthentication: true,
  summary: 'Remove a member; the applications that they connected lose access immediately',
})

const leave = operation({
  id: 'leaveWorkspace',
  method: 'POST',
  path: '/workspace/leave',
  role: 'viewer',
  whileBlocked: true,
  tag,
  audience,
  answer: envelope(z.object({ id: z.string(), left: z.literal(true) })),
  summary: 'Leave the workspace',
})

const handOver = operation({
  id: 'handOverWorkspace',
  method: 'POST',
  path: '/workspace/hand-over',
  role: 'owner',
  whileBlocked: true,
  tag,
  audience,
  body: z.object({ member: Identifier.meta({ description: 'The id of the member who becomes the owner' }) }),
  answer: envelope(Workspace),
  errors: ['plan_limit'],
  reauthentication: true,
  summary: 'Hand ownership over to another member; you become an admin',
})

const invitations = operation({
  id: 'listMemberInvitations',
  method: 'GET',
  path: '/workspace/invitations',
  role: 'admin',
  tag,
  audience,
  answer: envelope(z.array(MemberInvitation)),
  summary: 'List the invitations that nobody has accepted yet, newest first',
})

const invite = operation({
  id: 'inviteMember',
  method: 'POST',
  path: '/workspace/invitations',
  role: 'admin',
  tag,
  audience,
  body: z.object({
    email: Email.optional().meta({
      description: 'Who gets the invitation by e-mail; nobody else can accept it',
    }),
    role: z.enum(roles).exclude(['owner']).default('editor'),
    language: z.enum(languageTags).default('en').meta({ description: 'The language of the e-mail' }),
  }),
  answer: envelope(
    MemberInvitation.extend({
      mailed: z.boolean().meta({
        description:
          'Whether it was sent by e-mail. If there is no mail server, or your account is new, share the link yourself',
      }),
      url: z.string().meta({ description: 'The invitation link, shown only once: share it with the person' }),
    }),
  ),
  errors: ['plan_limit', 'reauthentication_required'],
  summary: 'Invite someone to the workspace',
})

const withdraw = operation({
  id: 'withdrawMemberInvitation',
  method: 'DELETE',
  path: '/workspace/invitations/{id}',
  role: 'admin',
  tag,
  audience,
  params: ofMember,
  answer: envelope(z.object({ id: z.string(), withdrawn: z.literal(true) })),
  summary: 'Withdraw an invitation that nobody has accepted yet',
})

/** In the order of the reference. */
export const operations = {
  list,
  create,
  get,
  update,
  remove,
  members,
  changeRole,
  removeMember,
  leave,
  handOver,
  invitations,
  invite,
  withdraw,
}
