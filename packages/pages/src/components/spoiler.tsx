// Hides a component until a tap, without script and with a style that its owner chooses.
import type { ComponentData } from '@linnet/contract'
import type { Child } from 'hono/jsx'
import { fontStack } from '../fonts/fonts.ts'
import { Icon, resolveIcon } from '../icons/icon.tsx'
import { ThingIcon } from '../icons/symbols.tsx'
import type { MicrositeMessages } from '../microsite/messages.ts'
import type { MicrositePage } from '../microsite/microsite-page.ts'
import { over, readableOn } from '../styles/colour.ts'
import { perVariant, type Theme } from '../themes/theme.ts'
import { normalized } from './visible-text.ts'

export type SpoilerData = Partial<
  Pick<ComponentData<'TEXT'>, Extract<keyof ComponentData<'TEXT'>, `spoiler${string}` | 'isSpoiler'>>
>

const backgrounds = new Set(['blur', 'solid', 'dots', 'stripes', 'gradient', 'none'])
const positions = new Set(['left', 'center', 'right', 'top', 'bottom'])

type SpoilerProps = { data: SpoilerData; page: MicrositePage; messages: MicrositeMessages; children?: Child }

/** Its children, hidden behind a button if the data says so. */
export const Spoiler = ({ data, page, messages, children }: SpoilerProps) => {
  if (data.isSpoiler !== true) return <>{children}</>
  const background = normalized(data.spoilerBackground)
  const position = normalized(data.spoilerButtonTextPosition)
  const classes = [
    'spoiler',
    `spoiler-${backgrounds.has(background) ? background : 'blur'}`,
    `spoiler-${positions.has(position) ? position : 'center'}`,
  ]
  return (
    <details class={classes.join(' ')}>
      <summary>
        <span class="spoiler-button">
          <span class="spoiler-closed">
            {resolveIcon(data.spoilerButtonIcon) === null ? (
              normalized(data.spoilerButtonIcon) === 'none' ? null : (
                <span class="spoiler-icon">
                  <ThingIcon name="eye" />
                </span>
              )
            ) : (
              <span class="spoiler-icon">
                <Icon name={data.spoilerButtonIcon} page={page} />
              </span>
            )}
            <span dir="auto">
              {data.spoilerButtonText?.trim() ? data.spoilerButtonText : messages.reveal}
            </span>
          </span>
          <span class="spoiler-open">{messages.hide}</span>
        </span>
      </summary>
      <div class="spoiler-content">{children}</div>
    </details>
  )
}

/** The opacity of the cover: `0.5`, `50` and `50%` are the same; null if the value is no such number. */
function opacityOf(value: string | undefined): string | null {
  const found = /^\s*(\d{1,3}(?:\.\d{1,4})?)\s*(?:(%)\s*)?$/.exec(value ?? '')
  if (!found) return null
  const number = Number(found[1])
  const percent = found[2] === '%' || number > 1 ? number : number * 100
  return `${Math.min(percent, 100)}%`
}

/** The custom properties of one spoiler. */
export function spoilerProperties(data: SpoilerData, theme: Theme): Record<`--${string}`, string | null> {
  if (data.isSpoiler !== true) return {}
  const { spoilerButtonColor: button, spoilerButtonIconBackground: icon } = data
  return {
    '--spoiler-button': button ?? null,
    '--on-spoiler-button': button
      ? perVariant(theme, ({ ground }) => readableOn(over(button, ground)))
      : null,
    '--spoiler-border': data.spoilerButtonBorderColor ?? null,
    '--spoiler-icon': icon ?? null,
    '--on-spoiler-icon': icon
      ? perVariant(theme, ({ ground }) => readableOn(over(icon, over(button ?? ground, ground))))
      : null,
    '--spoiler-shadow': data.spoilerButtonShadowColor ?? null,
    '--spoiler-font': fontStack(data.spoilerButtonFont),
    '--spoiler-opacity': opacityOf(data.spoilerBackgroundOpacity),
  }
}

export const spoilerStyles = `
.spoiler > summary {
  display: grid; place-items: center; min-height: 9rem; padding: 1.5rem; list-style: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: var(--card-radius); --veil: color-mix(in srgb, var(--ink) calc(var(--spoiler-opacity, 100%) * .16), transparent);
  background: var(--veil), var(--surface);
}
.spoiler > summary::-webkit-details-marker { display: none; }
.spoiler-blur > summary { background: radial-gradient(60% 90% at 20% 30%, var(--veil), transparent 70%), radial-gradient(50% 80% at 80% 70%, var(--veil), transparent 70%), var(--surface); }
.spoiler-solid > summary { background: linear-gradient(var(--veil), var(--veil)), var(--surface); }
.spoiler-dots > summary { background: radial-gradient(var(--veil) 2px, transparent 2.5px) 0 0 / 12px 12px, var(--surface); }
.spoiler-stripes > summary { background: repeating-linear-gradient(45deg, var(--veil) 0 10px, transparent 10px 20px), var(--surface); }
.spoiler-gradient > summary { background: linear-gradient(120deg, var(--veil), transparent 60%), var(--surface); }
.spoiler-none > summary { background: none; }
.spoiler-left > summary { justify-items: start; } .spoiler-right > summary { justify-items: end; }
.spoiler-top > summary { align-items: start; } .spoiler-bottom > summary { align-items: end; }
.spoiler-closed { display: inline-flex; align-items: center; gap: .625rem; }
.spoiler:not([open]) .spoiler-open, .spoiler[open] .spoiler-closed { display: none; }
.spoiler-button {
  display: inline-flex; align-items: center; max-width: 100%; min-height: 3rem; padding: .5rem 1.25rem;
  border: 2px solid var(--spoiler-border, var(--button-border)); border-radius: var(--radius);
  background: linear-gradient(var(--spoiler-button, var(--button)), var(--spoiler-button, var(--button))) border-box, var(--ground) border-box;
  color: var(--on-spoiler-button, var(--on-button));
  box-shadow: var(--button-shape) var(--spoiler-shadow, var(--button-shadow)); font-family: var(--spoiler-font, inherit); font-weight: 600; line-height: 1.3;
}
.spoiler-icon { display: grid; place-items: center; padding: .3rem; margin-inline-start: -.375rem; border-radius: calc(var(--radius) * .7); background: var(--spoiler-icon, transparent); color: var(--on-spoiler-icon, inherit); }
.spoiler[open] > summary { min-height: 0; padding: .25rem 0; background: none; border-color: transparent; }
.spoiler[open] .spoiler-button { min-height: 2.25rem; padding: .125rem .875rem; border-width: 1px; font-size: .875rem; box-shadow: none; }
.spoiler-content { padding-top: .25rem; animation: reveal .35s ease-out; }
@keyframes reveal { from { opacity: 0; filter: blur(12px); } }
`
