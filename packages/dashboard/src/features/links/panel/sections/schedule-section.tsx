// When a link works and how often, and where visitors go otherwise.
import type { Link } from '@linnet/contract'
import { useState } from 'react'
import { DateField } from '../../../../components/date-field.tsx'
import { Field, TextInput } from '../../../../components/field.tsx'
import { Switch } from '../../../../components/switch.tsx'
import { UrlField } from '../../../../components/url-field.tsx'
import { useFormats } from '../../../../lib/formats.ts'
import { useMessages } from '../../../../lib/language.ts'
import { localMinute, secondsOf } from '../../../../lib/local-minute.ts'
import { panelMessages } from '../messages.ts'
import type { LinkValues } from '../values.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

export function ScheduleSection({ link, draft, errors }: SectionProps & { link: Link }) {
  const text = useMessages(panelMessages)
  const { values, set } = draft
  return (
    <Section title={text.schedule} summary={useSummary(values)}>
      <Dates draft={draft} errors={errors} />
      <MaxClicks link={link} draft={draft} errors={errors} />
      <Switch
        label={text.disposable}
        hint={link.status === 'consumed' ? text.disposableUsed : text.disposableHint}
        checked={values.disposable}
        onChange={(checked) => set('disposable', checked)}
      />
      <UrlField
        label={text.ended_url}
        hint={text.endedUrlHint}
        error={errors.ended_url}
        value={values.ended_url}
        onChange={(url) => set('ended_url', url)}
      />
    </Section>
  )
}

/** When the link starts and expires, and when it is archived. */
function Dates({ draft: { values, set }, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  // Set once: if the earliest date changed, the browser would clear a field that is only partly filled in, as if it were empty.
  const [earliest] = useState(() => ({
    day: new Date().toISOString().slice(0, 10),
    minute: localMinute(Date.now() / 1000),
  }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DateField
        label={text.starts_at}
        error={errors.starts_at}
        hint={text.startsHint}
        type="datetime-local"
        min="2000-01-01T00:00"
        max="9999-12-31T23:59"
        value={values.starts_at}
        onChange={(moment) => set('starts_at', moment)}
      />
      <DateField
        label={text.expires}
        error={errors.expired_at}
        hint={text.expiresHint}
        type="datetime-local"
        min={earliest.minute}
        max="9999-12-31T23:59"
        value={values.expired_at}
        onChange={(moment) => set('expired_at', moment)}
      />
      <DateField
        label={text.archives}
        error={errors.archive_at}
        hint={text.archivesHint}
        type="date"
        min={earliest.day}
        max="9999-12-31"
        value={values.archive_at}
        onChange={(day) => set('archive_at', day)}
      />
    </div>
  )
}

function MaxClicks({ link, draft: { values, set }, errors }: SectionProps & { link: Link }) {
  const text = useMessages(panelMessages)
  const formats = useFormats()
  const used =
    link.max_clicks === null
      ? ''
      : text.used(formats.number(link.max_clicks_used), formats.number(link.max_clicks))
  return (
    <Field
      label={text.max_clicks}
      error={errors.max_clicks}
      hint={[used, text.maxClicksHint].filter(Boolean).join(' ')}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          maxLength={10}
          value={values.max_clicks}
          onChange={({ target }) => set('max_clicks', target.value.replace(/\D/g, ''))}
        />
      )}
    </Field>
  )
}

/** Such as `Starts Dec 3, 2026, 100 clicks`. */
function useSummary(values: LinkValues): string {
  const text = useMessages(panelMessages)
  const formats = useFormats()
  const day = (minute: string, say: (day: string) => string) => {
    const seconds = secondsOf(minute)
    return seconds === null ? '' : say(formats.day(seconds))
  }
  return [
    day(values.starts_at, text.startsOn),
    day(values.expired_at, text.expiresOn),
    values.archive_at ? day(`${values.archive_at}T12:00`, text.archivesOn) : '',
    values.disposable || values.max_clicks === '1'
      ? text.oneClickLimit
      : values.max_clicks && text.clickLimit(formats.number(Number(values.max_clicks))),
  ]
    .filter(Boolean)
    .join(', ')
}
