// The messages of the forms of components, images and shop items.
import { messagesFor } from '@linnet/languages'
import { componentForms } from '@linnet/languages/en/microsites/forms'

export const formMessages = messagesFor('componentForms', componentForms)
