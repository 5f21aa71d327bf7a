// The messages of the workspace's settings.
import { messagesFor } from '@linnet/languages'
import { audit } from '@linnet/languages/en/workspace/audit'
import { members } from '@linnet/languages/en/workspace/members'
import { workspace } from '@linnet/languages/en/workspace/workspace'

export const settingsMessages = messagesFor('workspace', workspace)
export const memberMessages = messagesFor('members', members)
export const auditMessages = messagesFor('audit', audit)
