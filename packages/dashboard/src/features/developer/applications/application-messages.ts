// The messages of OAuth applications.
import { messagesFor } from '@linnet/languages'
import { applications } from '@linnet/languages/en/developer/applications'

export const applicationMessages = messagesFor('applications', applications)
