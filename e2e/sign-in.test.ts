// Set-up, sign-up and sign-in in a real browser without JavaScript; each page fits its window.
import { describeSignIn } from './sign-in-forms.ts'

describeSignIn(false, {
  how: 'very small, dark, in Indonesian',
  sizes: [[320, 568]],
  colorScheme: 'dark',
  locale: 'id',
})
