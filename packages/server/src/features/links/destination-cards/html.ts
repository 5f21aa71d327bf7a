// What a page says about itself for cards: Open Graph and similar tags in its head. The page is a stranger's, so it is scanned
// once from the front, and only so far.

export interface PageCard {
  title: string | null
  description: string | null
  /** As it stands in the page, perhaps relative. */
  image: string | null
}

// Far more than any page needs.
const mostTags = 500
const longestTag = 8192

/** The names of tags that say the same, the best first (https://ogp.me/). */
const sources: Record<keyof PageCard, string[]> = {
  title: ['og:title', 'twitter:title', 'title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'],
}

const longest: Record<keyof PageCard, number> = { title: 255, description: 1000, image: 2048 }

/** What the head of a page says; null for what it doesn't. */
export function pageCard(html: string): PageCard {
  const found = metaTags(html)
  const first = (name: keyof PageCard) => {
    for (const source of sources[name]) {
      const text = plainText(found.get(source) ?? '', longest[name])
      if (text !== '') return text
    }
    return null
  }
  return { title: first('title'), description: first('description'), image: first('image') }
}

// What follows a `<` that matters: other elements of the head have no text that could look like tags.
const opening = /<(?:(!--)|(meta|title|script|style|noscript|template)(?=[\s/>])|(\/head|body)(?=[\s/>]))/gi

// What ends the content of each.
const closings: Record<string, RegExp> = {
  '!--': /-->/g,
  title: /<\/title/gi,
  script: /<\/script/gi,
  style: /<\/style/gi,
  noscript: /<\/noscript/gi,
  template: /<\/template/gi,
}

/** The contents of the meta tags in the head by their names, and of its title; of several, the first. */
function metaTags(html: string): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string, content: string) => {
    if (!found.has(name)) found.set(name, content)
  }
  opening.lastIndex = 0
  for (let tags = 0; tags < mostTags; tags++) {
    const match = opening.exec(html)
    if (!match || match[3]) break
    const start = opening.lastIndex
    const kind = match[1] ? '!--' : (match[2] ?? '').toLowerCase()
    if (kind === 'meta') {
      const { attributes, end } = attributesAt(html, start)
      const name = (attributes.get('property') ?? attributes.get('name') ?? '').trim().toLowerCase()
      const content = attributes.get('content')
      if (name && content) note(name, content)
      opening.lastIndex = end
      continue
    }
    const closing = closings[kind] as RegExp
    closing.lastIndex = start
    const end = closing.exec(html)?.index
    if (end === undefined) break
    if (kind === 'title') note('title', decoded(html.slice(html.indexOf('>', start) + 1, end)))
    opening.lastIndex = closing.lastIndex
  }
  return found
}

const attribute = /[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?)/y

/** The attributes of the tag whose name ends here, and where the tag ends. */
function attributesAt(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  const tag = html.slice(from, from + longestTag)
  attribute.lastIndex = 0
  let at = 0
  for (;;) {
    const match = attribute.exec(tag)
    if (!match || match[1]) return { attributes, end: from + (match ? attribute.lastIndex : at) }
    at = attribute.lastIndex
    const [, , name = '', double, single, plain] = match
    const value = double ?? single ?? plain ?? ''
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), decoded(value))
  }
}

const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', trade: '™' },
  ...{ ndash: '–', mdash: '—', hellip: '…', middot: '·', bull: '•', laquo: '«', raquo: '»' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', euro: '€', eacute: 'é', auml: 'ä', ouml: 'ö' },
  ...{ uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
}

/** Text with its character references resolved: numeric ones, and the usual named ones. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([A-Za-z]{2,8}));?/gi,
    (whole, hex, decimal, name) => {
      if (name) return Object.hasOwn(named, name) ? (named[name] as string) : whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}

/** One line without invisible characters, or ones that change the direction of writing; the two joiners stay. */
function plainText(text: string, most: number): string {
  const plain = text
    .slice(0, 4 * most)
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{C}/gu, '')
    .trim()
  return plain.length > most ? `${plain.slice(0, most - 1).toWellFormed()}…` : plain
}
