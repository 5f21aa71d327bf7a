// The messages of uploaded images and of the shop's catalogue.
import { messagesFor } from '@linnet/languages'
import { images } from '@linnet/languages/en/microsites/images'

export const imageMessages = messagesFor('images', images)
