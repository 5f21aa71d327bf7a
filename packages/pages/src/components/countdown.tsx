// COUNTDOWN: the time until a moment or, without script, the moment itself.
import { fontStack } from '../fonts/fonts.ts'
import { isoOf, momentIn } from '../time.ts'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'

const units = ['days', 'hours', 'minutes', 'seconds'] as const

export const countdown: ComponentView<'COUNTDOWN'> = {
  styles: `
.countdown{text-align:center;font-family:var(--text-font,inherit)}
.countdown .units{display:flex;flex-wrap:wrap;justify-content:center;white-space:nowrap;gap:clamp(.5rem,3vw,1.5rem)}
.countdown .units[hidden]{display:none}
.countdown .units>span{min-width:3.25rem}
.countdown b{display:block;font-size:clamp(1.875rem,9vw,2.75rem);line-height:1.1;font-variant-numeric:tabular-nums}
.countdown small{color:var(--soft);font-size:.8125rem}
.countdown .when{margin:0;font-size:1.0625rem}
.countdown .units:not([hidden])~.when{margin-top:.875rem;color:var(--soft);font-size:.875rem}
.countdown .begun{margin:0 0 .25rem;font-size:1.375rem;font-weight:700}`,
  render({ timestamp }, { language }) {
    if (timestamp === undefined) return null
    const messages = kindMessages(language).countdown
    return (
      <div class="card countdown" data-countdown={timestamp}>
        <div class="units" role="timer" hidden>
          {units.map((unit) => (
            <span>
              <b data-unit={unit}>0</b>
              <small>{messages[unit]}</small>
            </span>
          ))}
        </div>
        <p class="begun" role="status" hidden>
          {messages.begun}
        </p>
        <p class="when">
          <time datetime={isoOf(timestamp)}>{momentIn(language, timestamp)}</time>
        </p>
      </div>
    )
  },
  customProperties: ({ textFont }) => ({ '--text-font': fontStack(textFont) }),
  needsScript: ({ timestamp }) => timestamp !== undefined,
}
