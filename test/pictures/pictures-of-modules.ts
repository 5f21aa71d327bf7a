// Small pictures for tests: squares of one colour, or of QR modules.
import { modulesPng } from '../../packages/server/src/platform/rendering/modules-png.ts'

type Color = readonly [number, number, number]

/** A square PNG of one colour, with sides of this many pixels. */
export function plainPng(width: number, color: Color): Uint8Array {
  return modulesPng({ modules: new Uint8Array([1]), side: 1, width, module: width, before: 0, color })
}

/** A PNG of modules, row by row, each ten by ten pixels. */
export function mosaicPng(modules: Uint8Array, color: Color): Uint8Array {
  const side = Math.sqrt(modules.length)
  return modulesPng({ modules, side, width: side * 10, module: 10, before: 0, color })
}
