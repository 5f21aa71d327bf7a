// The button of a link, a contact or a calendar: its label, colours, icon and effect.
import type { ComponentData } from '@linnet/contract'
import type { Child } from 'hono/jsx'
import { fontStack } from '../fonts/fonts.ts'
import { Icon, resolveIcon } from '../icons/icon.tsx'
import { ThingIcon } from '../icons/symbols.tsx'
import type { ThingName } from '../icons/things.ts'
import type { MicrositePage } from '../microsite/microsite-page.ts'
import { isMissing } from '../microsite/picture.tsx'
import { over, readableOn } from '../styles/colour.ts'
import { perVariant, type Theme } from '../themes/theme.ts'
import { normalized } from './visible-text.ts'

/** The fields of a button, as LINK, CONTACT and CALENDAR hold them. */
export type ButtonData = Pick<
  ComponentData<'LINK'>,
  | 'icon'
  | 'textFont'
  | 'textPosition'
  | 'buttonEffect'
  | 'buttonColor'
  | 'buttonBorderColor'
  | 'buttonIconBackground'
  | 'buttonShadowColor'
>

const positions = new Set(['left', 'center', 'right', 'start', 'end'])

/** The values of `buttonEffect`; any other has no effect. */
export const buttonEffects = [
  ...['lift', 'grow', 'press', 'glow', 'pulse', 'shake', 'bounce', 'wobble', 'shine'],
  ...['fill', 'outline', 'soft', 'raised', 'glass', 'underline'],
] as const

/** The classes of a button's own element: an `a`, a `button` or a `summary`. */
export function buttonClass({ buttonEffect, textPosition }: ButtonData): string {
  const effect = buttonEffects.find((known) => known === normalized(buttonEffect))
  const position = positions.has(normalized(textPosition)) ? normalized(textPosition) : undefined
  return ['button', effect && `button-${effect}`, position && `text-${position}`].filter(Boolean).join(' ')
}

type ButtonContentProps = {
  data: ButtonData
  page: MicrositePage
  /** The address behind it, which chooses the icon if its name is unknown. */
  href?: string
  /** The icon if the data names none. */
  icon?: ThingName
  /** A small icon at the other end, such as a lock. */
  endIcon?: ThingName
  children?: Child
}

/**
 * The content of a button: `<a class={buttonClass(data)} href=…><ButtonContent data={data} page={page}>Label</ButtonContent></a>`.
 */
export const ButtonContent = ({ data, page, href, icon, endIcon, children }: ButtonContentProps) => {
  const name = missingIcon(data.icon, page) ? undefined : data.icon
  const isWanted =
    data.buttonIconBackground !== undefined && href !== undefined && normalized(name) !== 'none'
  const own = resolveIcon(name, href) !== null || (isWanted && icon === undefined)
  const defaultIcon = own || normalized(name) === 'none' ? undefined : icon
  const hasIcon = own || defaultIcon !== undefined
  return (
    <>
      {endIcon && !hasIcon ? <span class="button-rest" /> : null}
      {hasIcon ? (
        <span class="button-icon">
          {defaultIcon ? (
            <ThingIcon name={defaultIcon} />
          ) : (
            <Icon name={name} href={href} always={own} page={page} />
          )}
        </span>
      ) : null}
      <span class="button-text" dir="auto">
        {children}
      </span>
      {endIcon ? (
        <span class="button-endIcon">
          <ThingIcon name={endIcon} />
        </span>
      ) : hasIcon ? (
        <span class="button-rest" />
      ) : null}
    </>
  )
}

/** A missing image is no icon. */
const missingIcon = (name: string | undefined, page: MicrositePage): boolean =>
  name !== undefined && isMissing(page, name.trim())

/** The custom properties of one button: those that its fields set, and a text colour that is readable on it. */
export function buttonProperties(data: ButtonData, theme: Theme): Record<`--${string}`, string | null> {
  const { buttonColor, buttonBorderColor, buttonIconBackground, buttonShadowColor, textFont } = data
  return {
    '--button': buttonColor ?? null,
    '--on-button': buttonColor ? readable([buttonColor], theme) : null,
    '--button-border': buttonBorderColor ?? null,
    // For outlined buttons, whose text is not on the button's own colour.
    '--edge': buttonBorderColor ?? buttonColor ?? null,
    '--button-shadow': buttonShadowColor ?? null,
    '--icon-ground': buttonIconBackground ?? null,
    '--on-icon': buttonIconBackground
      ? readable([buttonIconBackground, ...(buttonColor ? [buttonColor] : [])], theme)
      : null,
    '--button-font': fontStack(textFont),
  }
}

/** Black or white on a stack of colours, the uppermost first, any of which may be translucent. */
function readable(layers: readonly string[], theme: Theme): string {
  return perVariant(theme, ({ ground }) =>
    readableOn(layers.toReversed().reduce((below, layer) => over(layer, below), ground)),
  )
}

export const buttonStyles = `
.button {
  position: relative; display: flex; align-items: center; gap: .75rem; width: 100%; min-height: 3.75rem; padding: .5rem .75rem;
  border: var(--button-line) solid var(--button-border); border-radius: var(--radius); isolation: isolate; overflow: hidden;
  background: linear-gradient(var(--button), var(--button)) border-box, var(--ground) border-box; color: var(--on-button);
  box-shadow: var(--button-shape) var(--button-shadow);
  font-family: var(--button-font, inherit); font-size: 1.0625rem; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer;
  transition: transform .18s ease-out, box-shadow .18s ease-out, filter .18s, background-color .18s, color .18s;
  -webkit-tap-highlight-color: transparent;
}
.button:hover { filter: brightness(1.06); }
.button:active { transform: scale(.985); }
.button[aria-disabled] { opacity: .6; pointer-events: none; animation: none; box-shadow: none; }
.button[aria-disabled]::after { animation: none; }
.button-text { flex: 1 1 auto; min-width: 0; padding: .25rem; }
.button-icon, .button-endIcon { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; margin-block: -.125rem; }
.button-icon { border-radius: calc(var(--radius) * .7); background: var(--icon-ground, transparent); color: var(--on-icon, inherit); overflow: hidden; }
.button-endIcon { opacity: .8; font-size: .875rem; }
/* Keeps the text centred, and shrinks first if the text needs the space. */
.button-rest { flex: 0 9999 2.5rem; }
.button .button-icon img { width: 2.5rem; height: 2.5rem; }
.text-left { text-align: left; } .text-right { text-align: right; }
.text-start { text-align: start; } .text-end { text-align: end; }
.text-left .button-rest, .text-right .button-rest, .text-start .button-rest, .text-end .button-rest { display: none; }
.button-lift:hover { transform: translateY(-4px); box-shadow: 0 14px 24px -10px var(--button-shadow); }
.button-grow:hover { transform: scale(1.03); }
.button-press:hover { transform: scale(.97); }
.button-raised { box-shadow: 0 5px 0 color-mix(in srgb, var(--button-shadow) 60%, #000); margin-bottom: 5px; }
.button-raised:active { transform: translateY(4px); box-shadow: 0 1px 0 color-mix(in srgb, var(--button-shadow) 60%, #000); }
.button-glow { box-shadow: 0 0 22px -2px var(--button-shadow), 0 0 4px var(--button-shadow); }
.button-outline, .button-fill, .button-underline { background: none; color: var(--ink); border: 2px solid var(--edge, var(--accent)); box-shadow: none; }
.button-underline { border-color: transparent transparent var(--edge, var(--accent)); border-radius: 0; }
.button-fill::before {
  content: ""; position: absolute; inset: -2px; z-index: -1; background: linear-gradient(var(--button), var(--button)), var(--ground);
  transform: scaleX(0); transform-origin: left; transition: transform .25s ease-out;
}
.button-fill:hover, .button-fill:focus-visible { color: var(--on-button); }
.button-fill:hover::before, .button-fill:focus-visible::before { transform: none; }
.button-soft { background: color-mix(in srgb, var(--edge, var(--accent)) 16%, var(--ground)); color: var(--ink); border-color: transparent; box-shadow: none; }
.button-glass { background: color-mix(in srgb, var(--button) 12%, transparent); color: var(--ink); border-color: color-mix(in srgb, var(--ink) 28%, transparent); backdrop-filter: blur(12px); }
.button-shine::after {
  content: ""; position: absolute; inset: 0 auto 0 -60%; width: 40%; transform: skewX(-20deg); pointer-events: none;
  background: linear-gradient(90deg, transparent, #ffffff66, transparent);
}
@keyframes pulse { 50% { transform: scale(1.03); } }
@keyframes shake { 10%, 50% { transform: translateX(-5px); } 30%, 70% { transform: translateX(5px); } 90% { transform: none; } }
@keyframes bounce { 30% { transform: translateY(-8px); } 55% { transform: none; } 75% { transform: translateY(-3px); } }
@keyframes wobble { 20% { transform: rotate(-1.2deg); } 50% { transform: rotate(1.2deg); } 80% { transform: rotate(-.6deg); } }
@keyframes shine { to { left: 130%; } }
.button-pulse { animation: pulse 1.5s ease-in-out .5s 3; }
.button-shake { animation: shake .7s ease-in-out 1s 2; }
.button-bounce { animation: bounce 1s ease-out .8s 3; }
.button-wobble { animation: wobble .9s ease-in-out .8s 3; }
.button-shine::after { animation: shine 1.1s ease-in-out .6s 2; }
.button-pulse:hover, .button-shake:hover, .button-bounce:hover, .button-wobble:hover, .button-shine:hover::after { animation-name: none; }
@media (forced-colors: active) { .button { border-color: LinkText; } }
`
