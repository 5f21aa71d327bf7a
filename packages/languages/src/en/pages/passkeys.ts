// The messages of the passkey scripts.

export const passkeyFailures = {
  cancelled: 'Cancelled. You can try again.',
  unknown: 'This passkey isn’t registered here. Sign in another way.',
  tries: 'Too many attempts. Wait a minute, then try again.',
  exists: 'This device already has a passkey for this account.',
  failed: 'The passkey didn’t work. Try again, or sign in another way.',
}
