// Asks for a link's password and, where its destination is for adults, for consent with the same button.
import type { Words } from '../words/words.ts'
import { Notice } from './layout.tsx'

type PasswordProps = { words: Words['password']; wrong: boolean; adult: boolean }

export const Password = ({ words, wrong, adult }: PasswordProps) => (
  <Notice icon="lock" title={words.title} text={words.text}>
    {adult ? <p class="text">{words.adultNote}</p> : null}
    <form class="action" method="post">
      <div>
        <label for="password">{words.label}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="off"
          autofocus
          required
          aria-invalid={wrong ? 'true' : undefined}
          aria-describedby={wrong ? 'wrong' : undefined}
        />
        {wrong ? (
          <p class="wrong" id="wrong" role="alert">
            {words.wrong}
          </p>
        ) : null}
      </div>
      {adult ? (
        <button class="button" type="submit" name="consent" value="yes">
          {words.adultSubmit}
        </button>
      ) : (
        <button class="button" type="submit">
          {words.submit}
        </button>
      )}
    </form>
  </Notice>
)
