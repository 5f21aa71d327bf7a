// Asks for consent before a destination for adults.

import { Hidden } from '../forms/form-page.tsx'
import type { VisitorMessages } from '../messages.ts'
import { Notice } from './layout.tsx'

type AdultProps = { messages: VisitorMessages['adult']; sent?: Record<string, string> | undefined }

export const Adult = ({ messages, sent = {} }: AdultProps) => (
  <Notice icon="hidden" title={messages.title} text={messages.text}>
    <form class="action" method="post">
      <Hidden fields={sent} />
      <button class="button" type="submit" name="consent" value="yes">
        {messages.submit}
      </button>
    </form>
    <p class="small">{messages.decline}</p>
  </Notice>
)
