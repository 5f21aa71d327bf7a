// The messages about people: the list, one person, blocking and inviting.
import { messagesFor } from '@linnet/languages'
import { people } from '@linnet/languages/en/administration/people'

export const peopleMessages = messagesFor('people', people)
