// The messages of the pages and e-mails that only the server renders.
import { activity } from '@linnet/languages/en/activity'
import { securityNotices } from '@linnet/languages/en/mails/security-notices'
import { signInMails } from '@linnet/languages/en/mails/sign-in'
import { accountPages } from '@linnet/languages/en/pages/account'
import { appealPage } from '@linnet/languages/en/pages/appeal'
import { consentPages } from '@linnet/languages/en/pages/consent'
import { dashboardPage } from '@linnet/languages/en/pages/dashboard'
import { passkeyFailures } from '@linnet/languages/en/pages/passkeys'
import { refusalPage } from '@linnet/languages/en/pages/refusal'
import { reportPage } from '@linnet/languages/en/pages/report'
import { signInPages } from '@linnet/languages/en/pages/sign-in'
import { visitorPages } from '@linnet/languages/en/pages/visitor'
import { scopeSentences } from '@linnet/languages/en/scopes'
import { messagesFor } from '@linnet/languages/every-language'

export type AccountMessages = typeof accountPages
export type AppealMessages = typeof appealPage
export type ConsentMessages = typeof consentPages
export type SignInMessages = typeof signInPages
export type VisitorMessages = typeof visitorPages

export const accountMessagesIn = messagesFor('accountPages', accountPages)
export const activityIn = messagesFor('activity', activity)
export const appealMessagesIn = messagesFor('appealPage', appealPage)
export const consentMessagesIn = messagesFor('consentPages', consentPages)
export const dashboardPageIn = messagesFor('dashboardPage', dashboardPage)
export const passkeyFailuresIn = messagesFor('passkeyFailures', passkeyFailures)
export const refusalMessagesIn = messagesFor('refusalPage', refusalPage)
export const reportMessagesIn = messagesFor('reportPage', reportPage)
export const scopeSentencesIn = messagesFor('scopeSentences', scopeSentences)
export const securityNoticesIn = messagesFor('securityNotices', securityNotices)
export const signInMailsIn = messagesFor('signInMails', signInMails)
export const signInMessagesIn = messagesFor('signInPages', signInPages)
export const visitorMessagesIn = messagesFor('visitorPages', visitorPages)
