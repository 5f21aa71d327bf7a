// Asks for consent before a destination for adults.

import type { VisitorMessages } from '../messages.ts'
import { Notice } from './layout.tsx'

export const Adult = ({ messages }: { messages: VisitorMessages['adult'] }) => (
  <Notice icon="hidden" title={messages.title} text={messages.text}>
    <form class="action" method="post">
      <button class="button" type="submit" name="consent" value="yes">
        {messages.submit}
      </button>
    </form>
    <p class="small">{messages.decline}</p>
  </Notice>
)
