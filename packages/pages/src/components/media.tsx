// MEDIA: video or audio, loaded from another site only when the visitor asks for it.
import type { Child } from 'hono/jsx'
import { ThingIcon } from '../icons/symbols.tsx'
import { type Embed, embedOf, fileKindOf, sourceOf } from '../microsite/media-sites.ts'
import { type MicrositePage, tapAddress } from '../microsite/microsite-page.ts'
import type { ComponentView, RenderContext } from './component.ts'
import { kindMessages } from './kind-messages.ts'

const hostOf = (address: string) => new URL(address).hostname.replace(/^www\./, '')

export const media: ComponentView<'MEDIA'> = {
  styles: `
.facade,.embed{display:block;width:100%;border:0;border-radius:var(--card-radius);overflow:hidden;background:var(--surface)}
.wide{aspect-ratio:16/9}
.tall{aspect-ratio:9/16;max-width:21rem;margin-inline:auto}
.bar{height:9.5rem}
.list{height:22rem}
.facade{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.75rem;padding:1rem;border:1px solid var(--line);color:var(--ink);text-align:center;text-decoration:none}
.facade>*{position:relative}
.facade>.waves{position:absolute;inset:0;width:100%;height:100%;color:var(--accent);opacity:.1}
.facade .go{display:grid;place-items:center;flex:none;width:4rem;height:4rem;border-radius:50%;background:var(--accent);color:var(--surface);transition:transform .2s}
.facade:hover .go{transform:scale(1.08)}
.go .icon{width:1.75rem;height:1.75rem;fill:currentColor;margin-inline-start:.2rem}
.bar.facade{flex-direction:row;justify-content:start;text-align:start;padding-inline:1.5rem;gap:1.25rem}
.facade b,.facade small,.player b{display:block}
.facade small{color:var(--soft);font-size:.8125rem;margin-top:.125rem}
.player video{display:block;width:100%;aspect-ratio:16/9;border-radius:var(--card-radius);background:#000}
.player.sound b{margin-bottom:.625rem}
.player audio{display:block;width:100%}
.player [hidden]{display:none}
.player .fault{padding:1.25rem;border:1px solid var(--line);border-radius:var(--card-radius);background:var(--surface);color:var(--ink)}
.card.player .fault{padding:0;border:0}
.elsewhere{display:flex;align-items:center;gap:1rem;text-decoration:none}
.elsewhere b,.elsewhere small{display:block}
.elsewhere small{color:var(--soft);font-size:.8125rem;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.elsewhere span{flex:1;min-width:0}`,
  render({ url, autoPlay }, context) {
    if (url === undefined) return null
    const kind = playable(url, context.page)
    if (kind !== null) return <File {...{ url, kind, autoPlay: autoPlay === true, context }} />
    const embed = embedded(url, context.page)
    return embed ? <Facade {...{ embed, context }} /> : <Elsewhere {...{ url, context }} />
  },
  needsScript: ({ url }, page) =>
    url !== undefined && (playable(url, page) !== null || embedded(url, page) !== null),
  sources: ({ url }, page) => {
    const source = url === undefined ? null : sourceOf(url)
    if (url === undefined || source === null) return {}
    if (playable(url, page) !== null) return { media: [source] }
    const embed = embedded(url, page)
    return embed ? { frames: [new URL(embed.src).origin] } : {}
  },
  destination: ({ url }, linkName) => (linkName === null ? url : null),
  playsMedia: true,
}

const playable = (url: string, { heldUp }: MicrositePage) => (heldUp?.has(url) ? null : fileKindOf(url))

const embedded = (url: string, { heldUp, url: own }: MicrositePage) =>
  heldUp?.has(url) ? null : embedOf(url, new URL(own).hostname)

type FileProps = { url: string; kind: 'video' | 'audio'; autoPlay: boolean; context: RenderContext }

// Autoplay also waits for the visitor's first gesture: nothing is loaded from another site before.
function File({ url, kind, autoPlay, context }: FileProps) {
  const messages = kindMessages(context.language).media
  const rest = {
    src: url,
    controls: true,
    preload: 'none' as const,
    'data-tap': tapAddress(context.page, context.component),
    'data-gesture': autoPlay ? 'start' : undefined,
  }
  if (kind === 'video')
    return (
      <div class="player">
        <video playsinline={true} aria-label={messages.video} {...rest} />
        <Fault>{messages.fault}</Fault>
      </div>
    )
  return (
    <div class="card player">
      <b dir="auto">{nameOfFile(url) ?? messages.audio}</b>
      <audio aria-label={messages.audio} {...rest} />
      <Fault>{messages.fault}</Fault>
    </div>
  )
}

/** Replaces the player when there is nothing that it can play. */
const Fault = ({ children }: { children?: Child }) => (
  <p class="fault" role="alert" hidden>
    {children}
  </p>
)

/** `Morning song` of `https://example.com/Morning%20song.mp3`. */
function nameOfFile(url: string): string | null {
  const last =
    new URL(url).pathname
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  try {
    return decodeURIComponent(last).replace(/[_-]+/g, ' ').replace(/\p{C}/gu, '').trim() || null
  } catch {
    return null
  }
}

function Facade({ embed, context }: { embed: Embed; context: RenderContext }) {
  const messages = kindMessages(context.language).media
  return (
    <a
      class={`facade ${embed.shape}`}
      href={tapAddress(context.page, context.component)}
      data-embed={embed.src}
      data-title={embed.site}
    >
      <svg class="waves" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path
          fill="currentColor"
          d="M0 118c50-34 90 22 150-6s84-44 170-12v80H0zM0 0h320v34c-54 28-92-14-150 4S52 66 0 34z"
        />
      </svg>
      <span class="go">
        <ThingIcon name="play" />
      </span>
      <span>
        <b>{messages.play(embed.site)}</b>
        <small>{messages.loadsFrom(hostOf(embed.src))}</small>
      </span>
    </a>
  )
}

function Elsewhere({ url, context }: { url: string; context: RenderContext }) {
  const messages = kindMessages(context.language).media
  return (
    <a class="card elsewhere" href={tapAddress(context.page, context.component)}>
      <ThingIcon name="play" />
      <span>
        <b>{messages.opens(hostOf(url))}</b>
        <small dir="ltr">{new URL(url).href}</small>
      </span>
      <ThingIcon name="external" />
    </a>
  )
}
