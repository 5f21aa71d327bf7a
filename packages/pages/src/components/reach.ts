// How people are reached by what others typed: links to call a number or write to a mailbox, where it is one.

/** A `tel:` link (RFC 3966) of what was typed as a telephone number; null where there are too few digits for one. */
export function telLink(phone: string | undefined): string | null {
  const dialled = (phone ?? '').replace(/(?:ext\.?|x)\s*\d+\s*$/i, '').replace(/[^\d+*#]/g, '')
  return /\d{3}/.test(dialled) && dialled.length <= 40
    ? `tel:${encodeURI(dialled).replaceAll('#', '%23')}`
    : null
}

/** A `mailto:` link (RFC 6068) of what was typed as a mailbox; null where it cannot be one. */
export function mailLink(email: string | undefined): string | null {
  const mailbox = email?.trim() ?? ''
  if (mailbox.length > 320 || !/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(mailbox)) return null
  return `mailto:${mailbox.split('@').map(encodeURIComponent).join('@')}`
}
