// Set-up, sign-up and sign-in in a real browser with JavaScript; each page fits windows of every size.
import { describeSignIn } from './sign-in-forms.ts'

describeSignIn(true, {
  how: 'of every size, light, in English',
  sizes: [
    [1280, 800],
    [390, 844],
    [320, 568],
  ],
  colorScheme: 'light',
  locale: 'en',
})
