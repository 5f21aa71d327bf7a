// IMAGE_SLIDE: a carousel of pictures. It scrolls without script, which adds arrows and automatic changes.

import type { ComponentData } from '@linnet/contract'
import type { MicrositePage } from '../microsite/microsite-page.ts'
import { isMissing, Picture } from '../microsite/picture.tsx'
import type { ComponentView, RenderContext } from './component.ts'
import { type KindMessages, kindMessages } from './kind-messages.ts'
import { isCountedByScript, linkAttributes } from './link-address.ts'
import { numbered } from './link-names.ts'
import { visibleText } from './visible-text.ts'

const defaultSeconds = 5

export const imageSlide: ComponentView<'IMAGE_SLIDE'> = {
  styles: `
.slides{position:relative}
.slides ul{display:flex;margin:0;padding:0;list-style:none;overflow-x:auto;overscroll-behavior-x:contain;scroll-snap-type:x mandatory;border-radius:var(--card-radius);scrollbar-width:thin}
.slides.moving ul{scrollbar-width:none}
.slides li{flex:0 0 100%;scroll-snap-align:start;scroll-snap-stop:always}
.slides figure{position:relative;margin:0;height:100%}
.slides img{display:block;width:100%;height:100%;aspect-ratio:4/3;object-fit:cover;background:var(--surface)}
.slides .whole{object-fit:contain}
.slides figcaption{position:absolute;inset-inline:0;inset-block-end:0;padding:2.5rem 1.125rem .875rem;background:linear-gradient(#0000,#000b 2.5rem);color:#fff;text-align:start;overflow-wrap:anywhere;pointer-events:none}
.slides.moving figcaption{padding-inline-end:9rem}
.slides .steer{position:absolute;inset-inline-end:.625rem;inset-block-end:.625rem;display:flex;gap:.375rem}
.slides .steer[hidden]{display:none}
.slides .at{position:absolute;inset-inline-end:.625rem;inset-block-start:.625rem;padding:0 .625rem;border-radius:1rem;background:#000a;color:#fff;font-size:.8125rem;font-variant-numeric:tabular-nums}
.slides .at[hidden]{display:none}
.slides button{display:grid;place-items:center;width:2.25rem;height:2.25rem;padding:0;border:0;border-radius:50%;background:#000a;color:#fff;cursor:pointer}
.slides button:hover{background:#000}
.slides button svg{width:1.125rem;height:1.125rem;fill:none;stroke:currentColor;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
:dir(rtl)>.steer .turn svg{transform:scaleX(-1)}
.slides [data-runs=true] .start,.slides [data-runs=false] .stop{display:none}
.slides .start,.slides .stop{display:grid}`,
  render({ slides = [], autoPlay, interval }, context) {
    const shown = shownSlides(slides, context.page)
    if (shown.length === 0) return null
    const messages = kindMessages(context.language).slides
    return (
      // biome-ignore lint/a11y/useSemanticElements: a page can have several, so they shouldn't be landmarks, and this isn't a form
      <div
        class="slides"
        role="group"
        aria-roledescription="carousel"
        aria-label={messages.label}
        data-slides={autoPlay ? (interval ?? defaultSeconds) : 0}
      >
        <ul tabindex={0} aria-label={messages.label}>
          {shown.map((slide, at) => (
            <Slide
              slide={slide}
              name={messages.picture(at + 1, shown.length)}
              context={context}
              isFirst={at === 0}
            />
          ))}
        </ul>
        {shown.length > 1 ? (
          <span class="at" aria-hidden="true" hidden>
            1 / {shown.length}
          </span>
        ) : null}
        {shown.length > 1 ? <SlideControls messages={messages} autoPlay={autoPlay} /> : null}
      </div>
    )
  },
  needsScript: ({ slides = [] }, page) => {
    const shown = shownSlides(slides, page)
    return shown.length > 1 || shown.some(({ href }) => isCountedByScript(href))
  },
  destination: ({ slides }, linkName) => numbered(slides, linkName)?.href,
  entries: ({ slides = [] }) => slides.length,
  hasImage: ({ slides }) => slides !== undefined,
}

interface SlideProps {
  slide: ShownSlide
  /** The name of a picture that has no caption. */
  name: string
  context: RenderContext
  isFirst: boolean
}

function Slide({ slide: { image, caption: written, href, index }, name, context, isFirst }: SlideProps) {
  const { page, component, eager } = context
  const caption = visibleText(written)
  // The caption below already says it, but a link gets its name from its content.
  const alt = href ? (caption ?? name) : caption ? '' : name
  const picture = (
    <Picture
      page={page}
      path={image}
      alt={alt}
      eager={eager && isFirst}
      class={isUpright(page, image) ? 'whole' : undefined}
    />
  )
  return (
    <li>
      <figure>
        {href ? <a {...linkAttributes(page, component, href, index)}>{picture}</a> : picture}
        {caption ? <figcaption dir="auto">{caption}</figcaption> : null}
      </figure>
    </li>
  )
}

type SlideControlsProps = { messages: KindMessages['slides']; autoPlay: boolean | undefined }

/** The script shows them: without it, they would do nothing. */
const SlideControls = ({ messages, autoPlay }: SlideControlsProps) => (
  <div class="steer" hidden>
    {autoPlay ? (
      <button type="button" data-turn="0" data-runs="false">
        <span class="stop">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8 5v14M16 5v14" />
          </svg>
          <span class="unseen">{messages.pause}</span>
        </span>
        <span class="start">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M7 4v16l13-8z" />
          </svg>
          <span class="unseen">{messages.play}</span>
        </span>
      </button>
    ) : null}
    <button type="button" class="turn" data-turn="-1" aria-label={messages.previous}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M15 5l-7 7 7 7" />
      </svg>
    </button>
    <button type="button" class="turn" data-turn="1" aria-label={messages.next}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 5l7 7-7 7" />
      </svg>
    </button>
  </div>
)

/** Cropped to the shape of the others, an upright picture would lose its top or bottom. */
function isUpright({ images }: MicrositePage, path: string): boolean {
  const known = images.get(path)
  return known !== undefined && known.height >= known.width
}

type ImageSlide = NonNullable<ComponentData<'IMAGE_SLIDE'>['slides']>[number]
/** `part` is its position among all slides, which identifies its link. */
type ShownSlide = ImageSlide & { index: number }

/** The slides whose picture exists. */
const shownSlides = (slides: readonly ImageSlide[], page: MicrositePage): ShownSlide[] =>
  slides.flatMap((slide, index) => (isMissing(page, slide.image) ? [] : [{ ...slide, index }]))
