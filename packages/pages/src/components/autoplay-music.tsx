// AUTOPLAY_MUSIC: music that starts at the visitor's first gesture, as browsers require, and can be stopped. Music that
// only another site can play is a link.
import { Icon, iconOfLink } from '../icons/icon.tsx'
import { ThingIcon } from '../icons/symbols.tsx'
import { fileKindOf, sourceOf } from '../microsite/media-sites.ts'
import { micrositeMessages } from '../microsite/messages.ts'
import { type MicrositePage, tapAddress } from '../microsite/microsite-page.ts'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'
import { nameOfLink } from './link-address.ts'
import { visibleText } from './visible-text.ts'

export const autoplayMusic: ComponentView<'AUTOPLAY_MUSIC'> = {
  styles: `
.music{display:flex;align-items:center;gap:.75rem;padding:.625rem .875rem;border:1px solid var(--line);border-radius:2.5rem;background:var(--surface);color:var(--ink)}
.music audio{flex:1;min-width:8rem;height:2.5rem}
.music.floating audio{display:none}
.music.floating{position:fixed;inset-block-end:1rem;inset-inline-end:1rem;z-index:9;max-width:calc(100vw - 2rem);padding:.375rem;padding-inline-end:1rem;box-shadow:0 4px 16px rgb(0 0 0/.25)}
.part-AUTOPLAY_MUSIC:has(.floating){display:contents}
body:has(.music.floating){padding-bottom:5.5rem}
.music.started{padding:.25rem}
.music.started .title{display:none}
.music .title{max-width:14rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.9375rem}
.music button{display:grid;place-items:center;flex:none;width:2.75rem;height:2.75rem;padding:0;border:0;border-radius:50%;background:var(--accent);color:var(--surface);cursor:pointer}
.music [hidden]{display:none}
.music .fault{font-size:.9375rem}
.music.floating .fault{padding-inline-start:.625rem}
.listen{display:flex;align-items:center;gap:.75rem;text-decoration:none}
.listen span{flex:1;min-width:0}
.listen b,.listen small{display:block}
.listen small{color:var(--soft);font-size:.8125rem}
.music svg{width:1.25rem;height:1.25rem;fill:currentColor}
.music [aria-pressed=true] .triangle,.music [aria-pressed=false] .bars{display:none}
@media print{.music{display:none}}`,
  render({ url, title, loop }, { page, component, language }) {
    if (url === undefined || sourceOf(url) === null) return null
    const messages = kindMessages(language).music
    const own = visibleText(title)
    const name = own ?? messages.name
    if (!isPlayable(url, page))
      return (
        <a class="card listen" href={tapAddress(page, component)} rel="noopener">
          {typeof iconOfLink(url) === 'string' ? (
            <ThingIcon name="music" />
          ) : (
            <Icon {...{ page }} name={undefined} href={url} always />
          )}
          <span>
            <b>{messages.listen(nameOfLink(url, micrositeMessages(language).link))}</b>
            {own === undefined ? null : <small dir="auto">{own}</small>}
          </span>
        </a>
      )
    return (
      <section class="music" data-music aria-label={messages.name}>
        <button type="button" aria-pressed="false" aria-label={`${messages.play}: ${name}`} hidden>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path class="triangle" d="M8 5v14l11-7z" />
            <path class="bars" d="M6 5h4v14H6zM14 5h4v14h-4z" />
          </svg>
        </button>
        <span class="title" dir="auto">
          {name}
        </span>
        {/* biome-ignore lint/a11y/useMediaCaption: music, with no field for captions */}
        <audio controls preload="none" loop={loop === true} src={url} aria-label={name} />
        <span class="fault" role="alert" hidden>
          {messages.fault}
        </span>
      </section>
    )
  },
  needsScript: ({ url }, page) => url !== undefined && isPlayable(url, page),
  sources: ({ url }, page) => {
    const source = url !== undefined && isPlayable(url, page) ? sourceOf(url) : null
    return source === null ? {} : { media: [source] }
  },
  destination: ({ url }, linkName) => (linkName === null ? url : null),
  playsMedia: true,
}

// Video files have sound too. Any other address is a page, and only its own site can play it.
const isPlayable = (url: string, { heldUp }: MicrositePage) => !heldUp?.has(url) && fileKindOf(url) !== null
