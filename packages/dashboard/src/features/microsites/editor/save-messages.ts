// The labels of form buttons.
import { messagesFor } from '@linnet/languages'
import { formSaving } from '@linnet/languages/en/microsites/saving'

export const formSaveMessages = messagesFor('formSaving', formSaving)
