// What a page's head says about it, however it is written, and however a stranger tries to make it expensive.
import { describe, expect, test } from 'bun:test'
import { pageCard } from './html.ts'

const nothing = { title: null, description: null, image: null }

describe('a card is read', () => {
  test('from Open Graph, then from Twitter, then from the page itself', () => {
    const own = '<title>Own title</title><meta name="description" content="Own text">'
    const twitter = '<meta name="twitter:title" content="Tweet"><meta name=twitter:image content=/t.png>'
    const graph = `<META content='Graph' property='og:title'/><meta property="og:description" content="Graph text">`
    expect(pageCard(own)).toEqual({ ...nothing, title: 'Own title', description: 'Own text' })
    expect(pageCard(own + twitter)).toEqual({ title: 'Tweet', description: 'Own text', image: '/t.png' })
    expect(pageCard(own + twitter + graph)).toEqual({
      title: 'Graph',
      description: 'Graph text',
      image: '/t.png',
    })
  })

  test('from the first of several, and only from the head', () => {
    const two = '<meta property="og:title" content="One"><meta property="og:title" content="Two">'
    expect(pageCard(two).title).toBe('One')
    for (const end of ['</head>', '<body>', '<BODY class="x">'])
      expect(pageCard(`${end}${two}<title>Late</title>`)).toEqual(nothing)
  })

  test('not from comments, scripts or styles', () => {
    const tag = '<meta property="og:title" content="Hidden">'
    for (const hidden of [
      `<!-- ${tag} -->`,
      `<script>const a = '${tag}'</script>`,
      `<style>/* ${tag} */</style>`,
      `<noscript>${tag}</noscript>`,
      `<template>${tag}</template>`,
      `<title>${tag}</TITLE><metadata property="og:title" content="Hidden">`,
    ])
      expect(pageCard(`${hidden}<meta property="og:title" content="Shown">`).title).toBe('Shown')
  })

  test('with its character references resolved, as one line, without what is invisible', () => {
    const title = (text: string) => pageCard(`<title>${text}</title>`).title
    expect(title('Fish &amp; Chips &mdash; &#8364;5 &#x1F35F; &unknown; &amp;lt;')).toBe(
      'Fish & Chips — €5 🍟 &unknown; &lt;',
    )
    expect(title('  two\n\t lines &nbsp; ')).toBe('two lines')
    expect(title('a\u202eb\u200b\u0000c&#0;&#x202e;d&#xd800;')).toBe('abcd\ufffd')
    expect(title('\u200b \u202e')).toBeNull()
    expect(title('&constructor;')).toBe('&constructor;')
  })

  test('shortened to what a card can have', () => {
    const { title, description } = pageCard(
      `<title>${'👍'.repeat(300)}</title><meta name=description content="${'x'.repeat(5000)}">`,
    )
    expect([title?.length, description?.length]).toEqual([255, 1000])
    expect(title?.isWellFormed()).toBe(true)
    expect(description).toEndWith('…')
  })
})

describe('half a megabyte', () => {
  const size = 512 * 1024
  const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
  const hostile: Record<string, string> = {
    'of meta tags': filled('<meta property="og:title2" content="x">'),
    'of meta tags that never end': filled('<meta '),
    'of quotes that never close': filled(`<meta a="'`),
    'of an attribute that never ends': `<meta content="${'a'.repeat(size)}`,
    'of attributes': `<meta ${filled('a=b ')}`,
    'of equals signs': filled('<meta ==='),
    'of comments that never end': filled('<!--'),
    'of titles that never end': filled('<title>'),
    'of titles': filled('<title></title >'),
    'of less-than signs': filled('<'),
    'of white space in a tag': `<meta${' '.repeat(size)}`,
    'of references': `<title>${filled('&#x26;')}</title>`,
    'of white space in a title': `<title>${' '.repeat(size)}x</title>`,
  }
  // If any of this took time that grows with the square of the size, it would not end within the test's limit.
  for (const [what, html] of Object.entries(hostile))
    test(`${what} is read to the end`, () => {
      expect(pageCard(html)).toMatchObject({ description: null, image: null })
    })
})
