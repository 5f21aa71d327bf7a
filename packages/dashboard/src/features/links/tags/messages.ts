// The messages of the page of tags.
import { messagesFor } from '@linnet/languages'
import { tags } from '@linnet/languages/en/links/tags'

export const tagMessages = messagesFor('tags', tags)
