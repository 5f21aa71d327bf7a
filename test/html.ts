// Reads HTML in tests, with the parser that comes with Bun.

/** The text between the tags, without stylesheets. Character references stay as they are. */
export function textOf(html: string): string {
  return new HTMLRewriter()
    .onDocument({ doctype: (doctype) => void doctype.remove() })
    .on('style', { element: (style) => void style.remove() })
    .on(':not(style)', { element: (element) => void element.removeAndKeepContent() })
    .transform(html)
}

/** Where the first form is submitted to, and the fields that a browser would send with it. */
export function formIn(html: string): { action: string; fields: Record<string, string> } | null {
  let form: { action: string; fields: Record<string, string> } | null = null
  let isFirst = true
  const attribute = (element: HTMLRewriterTypes.Element, name: string) =>
    decoded(element.getAttribute(name) ?? '')
  new HTMLRewriter()
    .on('form', {
      element(element) {
        isFirst = form === null
        form ??= { action: attribute(element, 'action'), fields: {} }
      },
    })
    .on('form input', {
      element(input) {
        const isSent = attribute(input, 'type') !== 'checkbox' || input.hasAttribute('checked')
        if (form && isFirst && isSent) form.fields[attribute(input, 'name')] = attribute(input, 'value')
      },
    })
    .transform(html)
  return form
}

/** The value of an attribute, with its character references replaced. */
export function decoded(text: string): string {
  const characters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
  return text.replace(/&(quot|#39|lt|gt|amp);/g, (_, name: string) => characters[name] as string)
}
