// The messages of the account. Those shared with the pages without JavaScript come from there.
import { messagesFor } from '@linnet/languages'
import { account } from '@linnet/languages/en/account/account'
import { activity } from '@linnet/languages/en/activity'
import { accountPages } from '@linnet/languages/en/pages/account'
import { useMessages } from '../../lib/language.ts'

/** The audit log's entries as sentences. */
export const activityIn = messagesFor('activity', activity)

const accountPagesIn = messagesFor('accountPages', accountPages)

/** The messages of the pages at /account. */
export const useSharedMessages = () => useMessages(accountPagesIn)

export const accountMessages = messagesFor('account', account)
