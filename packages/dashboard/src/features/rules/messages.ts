// The messages of the rules of a link.
import { messagesFor } from '@linnet/languages'
import { linkRules } from '@linnet/languages/en/links/rules'

export const ruleMessages = messagesFor('linkRules', linkRules)
