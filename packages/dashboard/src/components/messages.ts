// The messages of the shared components.
import { messagesFor } from '@linnet/languages'
import { componentKit } from '@linnet/languages/en/shell/components'

export const kitMessages = messagesFor('componentKit', componentKit)
