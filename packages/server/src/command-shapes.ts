// How the commands of features are called. They are listed here so that a typo is reported before anything is opened.
import { applicationCommandShapes } from './features/developer/applications/index.ts'
import { webhookCommandShapes } from './features/developer/webhooks/index.ts'
import { accountCommandShapes } from './features/identity/accounts/index.ts'
import { authenticatorCommandShapes } from './features/identity/authenticators/index.ts'
import { workspaceCommandShapes } from './features/identity/members/index.ts'
import { invitationCommandShapes, signInLinkCommandShapes } from './features/identity/sign-in/index.ts'
import { domainSettingsCommandShapes } from './features/links/domain-settings/index.ts'
import { domainCommandShapes } from './features/links/domains/index.ts'
import { mistypedCodeCommandShapes } from './features/links/mistyped-codes/index.ts'
import { importCommandShape } from './features/portability/import/index.ts'
import type { CommandShape } from './platform/command.ts'

export const commandShapes: CommandShape[] = [
  ...Object.values(accountCommandShapes),
  ...Object.values(workspaceCommandShapes),
  ...Object.values(invitationCommandShapes),
  ...Object.values(signInLinkCommandShapes),
  ...Object.values(applicationCommandShapes),
  ...Object.values(authenticatorCommandShapes),
  ...Object.values(domainCommandShapes),
  ...Object.values(domainSettingsCommandShapes),
  ...Object.values(mistypedCodeCommandShapes),
  ...Object.values(webhookCommandShapes),
  importCommandShape,
]
