// The font files, for the server: separate from what rendering needs, so that the dashboard's preview doesn't bundle them.
import bebasNeue from './files/bebas-neue-latin-400-normal.woff2' with { type: 'file' }
import bebasNeueExt from './files/bebas-neue-latin-ext-400-normal.woff2' with { type: 'file' }
import caveat from './files/caveat-latin-600-normal.woff2' with { type: 'file' }
import caveatExt from './files/caveat-latin-ext-600-normal.woff2' with { type: 'file' }
import interExt from './files/inter-latin-ext-wght-normal.woff2' with { type: 'file' }
import inter from './files/inter-latin-wght-normal.woff2' with { type: 'file' }
import jetBrainsMonoExt from './files/jetbrains-mono-latin-ext-wght-normal.woff2' with { type: 'file' }
import jetBrainsMono from './files/jetbrains-mono-latin-wght-normal.woff2' with { type: 'file' }
import loraExt from './files/lora-latin-ext-wght-normal.woff2' with { type: 'file' }
import lora from './files/lora-latin-wght-normal.woff2' with { type: 'file' }
import nunitoExt from './files/nunito-latin-ext-wght-normal.woff2' with { type: 'file' }
import nunito from './files/nunito-latin-wght-normal.woff2' with { type: 'file' }
import playfairExt from './files/playfair-display-latin-ext-wght-normal.woff2' with { type: 'file' }
import playfair from './files/playfair-display-latin-wght-normal.woff2' with { type: 'file' }
import spaceGroteskExt from './files/space-grotesk-latin-ext-wght-normal.woff2' with { type: 'file' }
import spaceGrotesk from './files/space-grotesk-latin-wght-normal.woff2' with { type: 'file' }
import { type Font, type FontName, fontFileNames } from './fonts.ts'

/** The paths of the files: Western European letters, and the other European ones. */
const paths: Record<FontName, [latin: string, latinExt: string]> = {
  Inter: [inter, interExt],
  Nunito: [nunito, nunitoExt],
  'Space Grotesk': [spaceGrotesk, spaceGroteskExt],
  Lora: [lora, loraExt],
  'Playfair Display': [playfair, playfairExt],
  'JetBrains Mono': [jetBrainsMono, jetBrainsMonoExt],
  Caveat: [caveat, caveatExt],
  'Bebas Neue': [bebasNeue, bebasNeueExt],
}

/** The names of a font's files under `/static/`, with the paths on disk. */
export function fontFiles(font: Font): [name: string, path: string][] {
  const [latin, latinExt] = fontFileNames(font)
  const [latinPath, latinExtPath] = paths[font.name]
  return [
    [latin, latinPath],
    [latinExt, latinExtPath],
  ]
}
