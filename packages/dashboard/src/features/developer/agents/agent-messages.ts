// The messages of connecting agents.
import { messagesFor } from '@linnet/languages'
import { agents } from '@linnet/languages/en/developer/agents'

export const agentMessages = messagesFor('agents', agents)
