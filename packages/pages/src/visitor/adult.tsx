// Asks for consent before a destination that is meant for adults.
import type { Messages } from '../messages/messages.ts'
import { Notice } from './layout.tsx'

export const Adult = ({ messages }: { messages: Messages['adult'] }) => (
  <Notice icon="hidden" title={messages.title} text={messages.text}>
    <form class="action" method="post">
      <button class="button" type="submit" name="consent" value="yes">
        {messages.submit}
      </button>
    </form>
    <p class="small">{messages.decline}</p>
  </Notice>
)
