// The messages about the versions of a microsite.
import { messagesFor } from '@linnet/languages'
import { micrositeVersions } from '@linnet/languages/en/microsites/versions'

export const versionMessages = messagesFor('micrositeVersions', micrositeVersions)
