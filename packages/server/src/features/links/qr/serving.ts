// Serves the pictures of codes at `/{code}.svg` and `/{code}.png`.
import { Refusal, shortCodePattern } from '@linnet/contract'
import { longestPlacement, otherPlacements, placementIn } from '@linnet/contract/placement-names'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { hasEntityTag } from '../../../platform/net/entity-tags.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import { anonymousKey, type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import type { Domains } from '../domains/index.ts'
import type { Links } from '../links/index.ts'
import type { MistypedCodes } from '../mistyped-codes/index.ts'
import { type Format, pictureAnswer, refused, unchanged } from './answers.ts'
import { defaultWidth } from './codes.ts'
import type { Picture, Pictures } from './pictures.ts'

export interface PictureServerNeeds {
  pictures: Pictures
  domains: Pick<Domains, 'codeAt'>
  links: Pick<Links, 'codeOfAlias'>
  misses: Pick<MistypedCodes, 'answer'>
  limiter: RateLimiter
  /** The pseudonym under which a visitor's address is counted. */
  pseudonym(address: string): string
}

const leastWidth = 64
const mostWidth = 2048
// Each takes a fiftieth of a second of a core. Pages with many codes can show them as SVG.
const renderedPerMinute = 60

/** Returns a function that answers the path of a picture, and null for any other path. */
export function createPictureServer(needs: PictureServerNeeds) {
  const { pictures, domains, links, misses } = needs

  return (incoming: IncomingRequest): MaybePromise<Response> | null => {
    const { path, request, requestId, domainId } = incoming
    const format = formatOf(path)
    if (format === null) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
    const code = decodedSegment(path.slice(0, -4))
    if (!shortCodePattern.test(code)) return notFound(request, requestId)
    const asked = domains.codeAt(domainId, code)
    const picture = pictures.find(domainId, asked)
    return picture instanceof Promise
      ? picture.then((found) => answer(incoming, found, format) ?? answerAlias(incoming, asked, format))
      : (answer(incoming, picture, format) ?? answerAlias(incoming, asked, format))
  }

  /** The picture of the link's own code, or the answer for a code that nothing has. */
  async function answerAlias(incoming: IncomingRequest, code: string, format: Format): Promise<Response> {
    const own = await links.codeOfAlias(incoming.domainId, code)
    const picture = own === undefined ? undefined : await pictures.find(incoming.domainId, own)
    return (await answer(incoming, picture, format)) ?? misses.answer(incoming, { code, isWhole: false })
  }

  function answer(
    incoming: IncomingRequest,
    picture: Picture | undefined,
    format: Format,
  ): MaybePromise<Response> | undefined {
    if (!picture) return undefined
    const { requestId, query } = incoming
    const placement = query === '' ? '' : placementIn(query)
    if (placement === '') return draw(incoming, picture, format)
    if (placement === otherPlacements)
      return refused('malformed_request', requestId, {
        message: `via must be a name of at most ${longestPlacement} visible characters, other than ${otherPlacements}.`,
      })
    return pictures.placed(picture, placement).then((placed) => draw(incoming, placed, format))
  }

  function draw(incoming: IncomingRequest, picture: Picture, format: Format): MaybePromise<Response> {
    const { request, requestId } = incoming
    const width = format === 'png' ? widthOf(incoming.query) : 0
    if (width === null)
      return refused('malformed_request', requestId, {
        message: `size must be a whole number of pixels from ${leastWidth} to ${mostWidth}.`,
      })
    const tag = width === 0 ? picture.tag : `${picture.tag}-${width}`
    if (hasEntityTag(request.headers, `"${tag}"`)) return unchanged(tag)
    if (width > 0) return answerPng(incoming, { picture, width, tag })
    const svg = pictures.svg(picture)
    if (!(svg instanceof Promise)) return pictureAnswer(svg, format, tag)
    return svg.then((rendered) => pictureAnswer(rendered, format, tag))
  }

  async function answerPng(
    { requestId, address }: IncomingRequest,
    { picture, width, tag }: { picture: Picture; width: number; tag: string },
  ): Promise<Response> {
    try {
      const png = await pictures.png(picture, width, () => takeRendering(needs, address))
      return pictureAnswer(png, 'png', tag)
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'unavailable' && error.code !== 'rate_limited'))
        throw error
      return refused(error.code, requestId, error)
    }
  }
}

/** Counts a picture that has to be rendered for a visitor. Refuses with `rate_limited` past a minute's limit. */
async function takeRendering({ limiter, pseudonym }: PictureServerNeeds, address: string): Promise<void> {
  const taken = await limiter.take(anonymousKey(`qr:${pseudonym(address)}`), renderedPerMinute)
  if (!taken.admitted)
    throw new Refusal(
      'rate_limited',
      `Too many QR codes with logos were rendered for your network. Wait for the number of seconds in Retry-After, or use the SVG.`,
      undefined,
      secondsLeft(taken),
    )
}

/** The format that a path ends with. Every redirect's path is tested, so this looks at its end only. */
function formatOf(path: string): Format | null {
  if (path.charCodeAt(path.length - 4) !== dot) return null
  if (path.endsWith('svg')) return 'svg'
  return path.endsWith('png') ? 'png' : null
}

const dot = 0x2e

/** The requested width in pixels; null if it is not allowed. */
function widthOf(query: string): number | null {
  if (query === '') return defaultWidth
  const sizes = new URLSearchParams(query).getAll('size')
  if (sizes.length === 0) return defaultWidth
  const width = sizes.length === 1 && /^[1-9]\d{1,3}$/.test(sizes[0] ?? '') ? Number(sizes[0]) : 0
  return width >= leastWidth && width <= mostWidth ? width : null
}
