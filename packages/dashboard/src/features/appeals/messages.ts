// The messages of appeals against blocks, for owners and for administrators.
import { messagesFor } from '@linnet/languages'
import { appeals } from '@linnet/languages/en/appeals/appeals'

export const appealMessages = messagesFor('appeals', appeals)
