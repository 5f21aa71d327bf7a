// Exports a chart as a picture: its SVG with its computed colours, on a canvas below a heading.

// The styles that elements get from classes, which a picture has to contain.
const styleNames = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'text-anchor',
] as const
const margin = 24
const headHeight = 64
// Sharp enough for high-resolution screens and for print.
const scale = 2

export interface PictureTexts {
  title: string
  subtitle: string
}

/** A chart of the page as a PNG. */
export async function chartPicture(chart: SVGSVGElement, { title, subtitle }: PictureTexts): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect()
  const image = await imageOf(chart)
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (height + headHeight + 2 * margin) * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  const { fontFamily } = getComputedStyle(document.body)
  context.scale(scale, scale)
  context.fillStyle = colour('--color-surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = colour('--color-ink')
  context.font = `600 20px ${fontFamily}`
  context.fillText(title, margin, margin + 20, width)
  context.fillStyle = colour('--color-soft')
  context.font = `14px ${fontFamily}`
  context.fillText(subtitle, margin, margin + 44, width)
  context.drawImage(image, margin, margin + headHeight, width, height)
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  )
}

async function imageOf(chart: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const [from, to] = [chart.querySelectorAll('*'), copy.querySelectorAll('*')]
  for (const [index, element] of from.entries()) {
    const style = getComputedStyle(element)
    for (const styleName of styleNames) to[index]?.setAttribute(styleName, style.getPropertyValue(styleName))
    to[index]?.removeAttribute('class')
  }
  for (const marks of copy.querySelectorAll('[data-marks]')) marks.remove()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

/** A colour of the current theme, light or dark. */
function colour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
