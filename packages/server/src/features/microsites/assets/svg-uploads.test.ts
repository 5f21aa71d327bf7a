// Uploading SVG: only shapes are kept, and anything active is removed or refused.
import { beforeAll, describe, expect, test } from 'bun:test'
import { onOneEngine } from '../../../../../../test/instance.ts'
import { bytesAt, expectFault, type Uploader, uploader } from '../../../../../../test/pictures/images.ts'

const svg = (content: string, attributes = 'width="40" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  )
const square = '<rect width="40" height="20" fill="#b32c43"/>'

// File contents are checked before anything reaches the database, so one engine is enough.
onOneEngine('uploading SVG', (instance) => {
  let person: Uploader
  beforeAll(async () => {
    person = await uploader(instance)
  })
  const kept = async (file: Buffer) => {
    const asset = await person.upload(file)
    expect(asset.path).toMatch(/^\/assets\/[a-z0-9]{24}\.svg$/)
    return Buffer.from(await bytesAt(instance, asset.path)).toString()
  }

  test('keeps it as SVG, with its size', async () => {
    const asset = await person.upload(svg(square))
    expect(asset).toMatchObject({ width: 40, height: 20, variants: [] })
    const answer = await instance.ask(`GET ${asset.path}`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.text).toContain('#b32c43')
    expect(asset.bytes).toBe(answer.text.length)
  })

  test('recognizes it after a declaration, a comment or a byte order mark, and with any content type', async () => {
    const before = [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '<!-- drawn by hand -->\n',
      '\ufeff',
      ' \n ',
      '<!DOCTYPE svg>',
    ]
    for (const text of before) {
      const file = Buffer.concat([Buffer.from(text), svg(square)])
      expect(await kept(file)).toContain('#b32c43')
    }
  })

  describe('removes active content:', () => {
    const hostile: Record<string, string> = {
      script: '<script>alert(1)</script>',
      'a script in CDATA': '<script><![CDATA[alert(1)]]></script>',
      'an event': '<rect width="4" height="4" onload="alert(1)" onclick="alert(1)"/>',
      'a link': '<a href="javascript:alert(1)"><rect width="4" height="4"/></a>',
      'a link to another site': '<a xlink:href="https://evil.example/"><rect width="4" height="4"/></a>',
      'a foreign object':
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example/"/></body></foreignObject>',
      'a picture from another site': '<image href="https://evil.example/a.png" width="4" height="4"/>',
      'a picture from the server':
        '<image href="file:///etc/passwd" width="4" height="4"/><image href="/etc/passwd" width="4" height="4"/>',
      'a part of another document': '<use href="https://evil.example/a.svg#a"/>',
      'a stylesheet from another site':
        '<style>@import url(https://evil.example/a.css); circle { fill: url(https://evil.example/a.svg#b) }</style><circle r="4"/>',
      'a font from another site':
        '<style>@font-face { font-family: a; src: url(https://evil.example/a.woff2) }</style><text font-family="a">alert</text>',
      'an animated address':
        '<a><animate attributeName="href" values="javascript:alert(1)"/><rect width="4" height="4"/></a>',
      'a handler': '<set attributeName="onmouseover" to="alert(1)"/>',
      'a filter from another site': '<rect width="4" height="4" filter="url(https://evil.example/a.svg#f)"/>',
      'a data address':
        '<image href="data:text/html,<script>alert(1)</script>" width="4" height="4"/>'.replace(
          /<(\/?script)>/g,
          '&lt;$1&gt;',
        ),
      'an SVG in the SVG': `<image width="4" height="4" href="data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')}"/>`,
    }
    for (const [what, content] of Object.entries(hostile))
      test(what, async () => {
        const answer = await person.send(svg(square + content))
        if (answer.status === 422) return expectFault(answer, /./)
        expect(answer.status, answer.text).toBe(200)
        const text = Buffer.from(await bytesAt(instance, answer.body.data.path)).toString()
        expect(text).toContain('#b32c43')
        expect(text).not.toMatch(
          /alert|script|evil|passwd|foreign|@import|@font|\bon\w+=|<a[\s>]|<use|<animate|<set|<style|<text/i,
        )
      })
  })

  test("that can't be decoded is refused with a message that names the encoding", async () => {
    const latin = Buffer.from(svg('<text>caf\u00e9</text>').toString(), 'latin1')
    expectFault(await person.send(latin), /UTF-8/)
    const wide = Buffer.from(`\ufeff${svg(square)}`, 'utf16le')
    expectFault(await person.send(wide), /SVG in UTF-8/)
    expectFault(
      await person.send(svg('<g>')),
      /^is an SVG that cannot be read\. It must [^:]* UTF-8 [^:]*\.$/,
    )
  })

  describe('is refused, and the server continues:', () => {
    const refused: Record<string, () => Buffer> = {
      'a billion laughs': () => {
        const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
        return Buffer.from(
          `<!DOCTYPE svg [<!ENTITY l0 "laugh">${levels.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&l12;</text></svg>`,
        )
      },
      'uses of uses of uses': () => {
        const levels = Array.from(
          { length: 12 },
          (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`,
        )
        return svg(`<defs><rect id="u0" width="1" height="1"/>${levels.join('')}</defs><use href="#u12"/>`)
      },
      'endlessly nested elements': () => svg('<g>'.repeat(50_000) + '</g>'.repeat(50_000)),
      'a size larger than any screen': () => svg(square, 'width="100000" height="20"'),
      'a huge view box': () => svg(square, 'viewBox="0 0 1e30 1e30"'),
      'no size': () => svg(square, 'width="0" height="0"'),
      'a truncated file': () => svg(square).subarray(0, -8),
      'another document': () => Buffer.from('<html><svg xmlns="http://www.w3.org/2000/svg"/></html>'),
      'more than 1 MiB': () => svg(`<!--${' '.repeat(1024 * 1024)}-->${square}`),
    }
    for (const [what, make] of Object.entries(refused))
      test(what, async () => {
        expectFault(await person.send(make()), /./)
        expect((await person.send(svg(square))).status).toBe(200)
      })

    test('an external entity is never read', async () => {
      const file = Buffer.from(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
      )
      const answer = await person.send(file)
      if (answer.status === 200)
        expect(Buffer.from(await bytesAt(instance, answer.body.data.path)).toString()).not.toContain('root')
      else expectFault(answer, /./)
    })
  })
})
