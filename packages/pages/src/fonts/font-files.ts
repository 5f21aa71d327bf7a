// The files of the fonts, for who serves them: kept from who only draws pages, such as the dashboard's preview.
import bebasNeue from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2' with { type: 'file' }
import bebasNeueExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2' with {
  type: 'file',
}
import caveat from '@fontsource/caveat/files/caveat-latin-600-normal.woff2' with { type: 'file' }
import caveatExt from '@fontsource/caveat/files/caveat-latin-ext-600-normal.woff2' with { type: 'file' }
import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' }
import jetBrainsMonoExt from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import jetBrainsMono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2' with {
  type: 'file',
}
import loraExt from '@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2' with { type: 'file' }
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2' with { type: 'file' }
import nunitoExt from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2' with { type: 'file' }
import playfairExt from '@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import playfair from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2' with {
  type: 'file',
}
import spaceGroteskExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2' with {
  type: 'file',
}
import { type Font, type FontName, fontFileNames } from './fonts.ts'

/** Paths of the files: Western European letters, and the rest of those of Europe. */
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

/** The names of a font's files below `/static/`, with the paths that they are read from. */
export function fontFiles(font: Font): [name: string, path: string][] {
  const [latin, latinExt] = fontFileNames(font)
  const [latinPath, latinExtPath] = paths[font.name]
  return [
    [latin, latinPath],
    [latinExt, latinExtPath],
  ]
}
