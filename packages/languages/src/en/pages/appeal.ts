// The page for appeals against the block of an account.

export const appealPage = {
  title: 'Appeal this block',
  text: 'Your account was blocked for this reason:',
  message: 'Why the block is a mistake',
  hint: 'Up to 1,000 characters. You can use this form once.',
  wrong: 'Enter 1 to 1,000 characters.',
  submit: 'Send appeal',
  sent: {
    title: 'Appeal sent',
    text: 'The administrators of this server will review your appeal and e-mail you their decision.',
  },
}
