// Links to typed telephone numbers and e-mail addresses.

/** A `tel:` link (RFC 3966) for a typed telephone number; null if it has too few digits. */
export function telLink(phone: string | undefined): string | null {
  const dialled = (phone ?? '').replace(/(?:ext\.?|x)\s*\d+\s*$/i, '').replace(/[^\d+*#]/g, '')
  return /\d{3}/.test(dialled) && dialled.length <= 40
    ? `tel:${encodeURI(dialled).replaceAll('#', '%23')}`
    : null
}

/** A `mailto:` link (RFC 6068) for a typed e-mail address; null if it can't be one. */
export function mailLink(email: string | undefined): string | null {
  const mailbox = email?.trim() ?? ''
  if (mailbox.length > 320 || !/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(mailbox)) return null
  return `mailto:${mailbox.split('@').map(encodeURIComponent).join('@')}`
}
