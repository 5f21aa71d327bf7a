// The addresses in what is pasted: people copy links from pages and documents, whose text is not where they lead.

/** What people paste: with spaces around it, and without `https://`. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
}

/** The address to be put in place of pasted text; null where the text itself is to be taken. */
export function pastedUrl(data: DataTransfer): string | null {
  const text = data.getData('text/plain').trim()
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text)) return text
  const [first, ...more] = linkedUrls(data)
  // Of a whole page nobody knows which of its links was meant.
  return first !== undefined && more.length === 0 ? first : null
}

// Finds the quoted href after the start of an <a> tag. Reads each part of the HTML only once.
const linkHref = /^(?:[^>]*?\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/**
 * The web addresses that pasted HTML links to, each once. Parsing loads and runs nothing; but the browser would tell
 * of each handler and style in it that the page's policy forbids, so the links alone are parsed.
 */
export function linkedUrls(data: DataTransfer): string[] {
  const [, ...pieces] = data.getData('text/html').split(/<a\s/i)
  const found = pieces.map((piece) => linkHref.exec(piece)).filter((one) => one !== null)
  const tags = found.map(([, one, other = '']) => `<a href="${one ?? other.replaceAll('"', '&quot;')}"></a>`)
  const links = new DOMParser().parseFromString(tags.join(''), 'text/html').querySelectorAll('a')
  const addresses = [...links].map((link) => link.getAttribute('href')?.trim() ?? '')
  return [...new Set(addresses.filter((address) => /^https?:\/\//i.test(address)))]
}
