// Asks for consent before a destination that is meant for adults.
import type { Words } from '../words/words.ts'
import { Notice } from './layout.tsx'

export const Adult = ({ words }: { words: Words['adult'] }) => (
  <Notice icon="hidden" title={words.title} text={words.text}>
    <form class="action" method="post">
      <button class="button" type="submit" name="consent" value="yes">
        {words.submit}
      </button>
    </form>
    <p class="small">{words.decline}</p>
  </Notice>
)
