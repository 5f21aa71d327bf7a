// CALENDAR: an event with its time, and a button that adds it to the visitor's own calendar.

import { type Language, languages } from '@linnet/languages'
import { type EventTime, offsetOf, timeOfEvent } from '../microsite/event-time.ts'
import { calendarLinks, calendarSites, iCalendarFile } from '../microsite/icalendar.ts'
import { fileAddress, tapAddress } from '../microsite/microsite-page.ts'
import { ButtonContent, buttonClass, buttonProperties, buttonStyles } from './button.tsx'
import type { ComponentView } from './component.ts'
import { kindMessages } from './kind-messages.ts'
import { named } from './link-names.ts'
import { visibleText } from './visible-text.ts'

const names = { google: 'Google Calendar', outlook: 'Outlook', yahoo: 'Yahoo' }

export const calendar: ComponentView<'CALENDAR'> = {
  styles: `
.event .what{display:flex;gap:1rem;align-items:center;margin-bottom:1.125rem}
.event .what:last-child{margin:0}
.event .leaf{flex:none;width:4rem;overflow:hidden;border:1px solid var(--line);border-radius:min(var(--card-radius),.75rem);text-align:center;line-height:1.25}
.event .leaf span{display:block;padding:.125rem;background:var(--accent);color:var(--surface);font-size:.8125rem;font-weight:700;text-transform:uppercase}
.event .leaf b{display:block;padding:.25rem 0;font-size:1.625rem;font-variant-numeric:tabular-nums}
.event .title{margin:0;font-size:1.125rem;font-weight:700}
.event .what div:last-child{min-width:0}
.event time{display:block;color:var(--soft);font-size:.9375rem}
.event summary{list-style:none}
.event summary::-webkit-details-marker{display:none}
.event ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.5rem;margin:.75rem 0 0;padding:0;list-style:none}
.event li a{display:block;padding:.625rem .875rem;border:1px solid var(--line);border-radius:min(var(--card-radius),.75rem);color:var(--ink);font-size:.9375rem;text-decoration:none}
.event li a:hover{border-color:currentColor}`,
  shares: [buttonStyles],
  render(data, { page, component, language }) {
    const messages = kindMessages(language).calendar
    const time = timeOfEvent(data)
    const title = visibleText(data.title)
    if (time === null && title === undefined) return null
    return (
      <div class="card event">
        <div class="what">
          {time ? <Leaf {...{ time, language }} /> : null}
          <div>
            <p class="title" dir="auto">
              {title ?? messages.event}
            </p>
            {time ? (
              <time datetime={new Date(time.start).toISOString()}>{spanIn(language, time)}</time>
            ) : null}
          </div>
        </div>
        {time ? (
          <details>
            <summary class={buttonClass(data)}>
              <ButtonContent data={data} page={page} icon="calendar">
                {messages.add}
              </ButtonContent>
            </summary>
            <ul>
              <li>
                <a href={fileAddress(page, component, 'ics')}>{messages.file}</a>
              </li>
              {calendarSites.map((site) => (
                <li>
                  <a href={tapAddress(page, component, site)}>{names[site]}</a>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    )
  },
  customProperties: buttonProperties,
  destination: (data, linkName, page) => named(calendarLinks(data, page), linkName),
  file: { format: 'ics', content: iCalendarFile },
}

const localeOf = (language: Language) => languages[language].locale

/** The day as a calendar sheet, which repeats the text beside it. */
function Leaf({ time, language }: { time: EventTime; language: Language }) {
  const clocks = displayZoneOf(time)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: clocks.timeZone }).format(
      time.start + clocks.ahead,
    )
  return (
    <div class="leaf" aria-hidden="true">
      <span>{format({ month: 'short' })}</span>
      <b>{format({ day: 'numeric' })}</b>
    </div>
  )
}

/** `Friday, 20 November 2026, 18:30 – 21:00 (GMT+7)`, in the event's own time zone. */
function spanIn(language: Language, time: EventTime): string {
  const { start, end, endIsKnown } = time
  const { timeZone, ahead, name } = displayZoneOf(time)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone })
  const span = format({ dateStyle: 'full', timeStyle: 'short' })
  const zone = format({ timeZoneName: 'short' })
    .formatToParts(start)
    .find(({ type }) => type === 'timeZoneName')?.value
  const shown = endIsKnown ? span.formatRange(start + ahead, end + ahead) : span.format(start + ahead)
  return `${shown} (${name ?? zone})`
}

/**
 * The time zone that an event is shown in. If only an offset is known, it is UTC with the times moved by this many
 * milliseconds, because Intl would repeat such a zone in every range.
 */
function displayZoneOf(time: EventTime): { timeZone: string; ahead: number; name: string | null } {
  const offset = offsetOf(time)
  if (offset === null) return { timeZone: time.timeZone, ahead: 0, name: null }
  const [, sign, hours = '', minutes] = /^([+-])(\d\d):(\d\d)$/.exec(time.timeZone) ?? []
  const rest = minutes === '00' ? '' : `:${minutes}`
  return { timeZone: 'UTC', ahead: offset * 60_000, name: `UTC${sign}${Number(hours)}${rest}` }
}
