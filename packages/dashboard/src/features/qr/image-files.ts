// A code as a file: the server's SVG, or a PNG that the browser renders of it.
import { client } from '../../lib/client.ts'
import { previewParameters, type Subject } from './subject.ts'

export type Format = 'svg' | 'png'

/** `width` is in pixels; an SVG prints the same at any width. */
export async function imageFile(subject: Subject, format: Format, width: number): Promise<Blob> {
  const { data } = await client.qr.preview({ ...previewParameters(subject), width })
  const svg = new Blob([data.svg], { type: 'image/svg+xml' })
  return format === 'svg' ? svg : await pngOf(data.svg)
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = dataUrl(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas returned no PNG'))),
      'image/png',
    ),
  )
}

export const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
