// The messages of abuse reports and of decisions about them.
import { messagesFor } from '@linnet/languages'
import { reports } from '@linnet/languages/en/administration/reports'

export const reportMessages = messagesFor('reports', reports)
