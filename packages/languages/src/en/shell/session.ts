// What the session reports.

export const session = { stillIn: 'You’re still signed in' }
