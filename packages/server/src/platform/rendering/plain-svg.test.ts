// Judging SVG that strangers have shaped: identifiers follow what they name, and whatever the text, it is read once.
import { expect, test } from 'bun:test'
import { plain } from './plain-svg.ts'
import { UnrenderableImage } from './unrenderable-image.ts'

const svg = (attributes: string) => `<svg><path id="one" ${attributes}/></svg>`

test('references keep naming what is renamed', async () => {
  expect(await plain(svg('fill="url(#one)" stroke="url(#two) url(#one)"'))).toBe(
    '<svg><path id="i0" fill="url(#i0)" stroke="url(#i1) url(#i0)"/></svg>',
  )
  expect(await plain(svg('fill="url(#a(b)"'))).toContain('fill="url(#i1)"')
})

test.each([
  ['references that are never closed', `fill="${'url(#'.repeat(600_000)}"`],
  ['a picture of blanks', `href="data:image/png;base64,${' '.repeat(3_000_000)}!"`],
])('%s cost no more than reading them', async (_, attributes) => {
  const outcome = await plain(svg(attributes)).catch((error: unknown) => error)
  expect(outcome instanceof UnrenderableImage || typeof outcome === 'string').toBe(true)
})
