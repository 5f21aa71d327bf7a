// Sanitizing untrusted SVG: renamed identifiers keep their references, and any text is read only once.
import { expect, test } from 'bun:test'
import { plain } from './plain-svg.ts'
import { UnrenderableImage } from './unrenderable-image.ts'

const svg = (attributes: string) => `<svg><path id="one" ${attributes}/></svg>`

test('references follow renamed identifiers', async () => {
  expect(await plain(svg('fill="url(#one)" stroke="url(#two) url(#one)"'))).toBe(
    '<svg><path id="i0" fill="url(#i0)" stroke="url(#i1) url(#i0)"/></svg>',
  )
  expect(await plain(svg('fill="url(#a(b)"'))).toContain('fill="url(#i1)"')
})

test.each([
  ['references that are never closed', `fill="${'url(#'.repeat(600_000)}"`],
  ['a picture of spaces', `href="data:image/png;base64,${' '.repeat(3_000_000)}!"`],
])('%s take no longer than reading them', async (_, attributes) => {
  const outcome = await plain(svg(attributes)).catch((error: unknown) => error)
  expect(outcome instanceof UnrenderableImage || typeof outcome === 'string').toBe(true)
})
