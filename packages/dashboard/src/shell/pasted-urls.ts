// The URLs in pasted content: the text of links that people copy from pages and documents is not their URL.

/** Trims a typed URL, and adds `https://` if it has no scheme. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
}

/** The URL to insert instead of the pasted text; null to insert the text itself. */
export function pastedUrl(data: DataTransfer): string | null {
  const text = data.getData('text/plain').trim()
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(text)) return text
  const [first, ...more] = linkedUrls(data)
  // With several links, it is unclear which one was meant.
  return first !== undefined && more.length === 0 ? first : null
}

// Finds the quoted href after the start of an <a> tag. Reads each part of the HTML only once.
const linkHref = /^(?:[^>]*?\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/**
 * The URLs that pasted HTML links to, each once. Parsing loads and runs nothing; but the browser would report each
 * handler and style that the page's policy forbids, so only the links are parsed.
 */
export function linkedUrls(data: DataTransfer): string[] {
  const [, ...fragments] = data.getData('text/html').split(/<a\s/i)
  const found = fragments.map((fragment) => linkHref.exec(fragment)).filter((match) => match !== null)
  const tags = found.map(
    ([, double, single = '']) => `<a href="${double ?? single.replaceAll('"', '&quot;')}"></a>`,
  )
  const links = new DOMParser().parseFromString(tags.join(''), 'text/html').querySelectorAll('a')
  const urls = [...links].map((link) => link.getAttribute('href')?.trim() ?? '')
  return [...new Set(urls.filter((url) => /^https?:\/\//i.test(url)))]
}
