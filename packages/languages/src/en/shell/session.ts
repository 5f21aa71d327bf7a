// The message that the session is still valid.

export const session = { stillIn: 'You’re still signed in' }
