// The fields of a webhook's form: its address, a note, and its events.
import { type EventType, eventTypes } from '@linnet/contract/event-types'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { useMessages } from '../../../lib/language.ts'
import { webhookMessages } from './webhook-messages.ts'

export interface WebhookDraft {
  url: string
  description: string
  events: EventType[]
}

interface WebhookFieldsProps {
  draft: WebhookDraft
  errors: Record<string, string>
  /** Whether the address can't change, because an automation platform uses it as the identifier. */
  isUrlFixed?: boolean
  onChange(draft: WebhookDraft): void
}

export function WebhookFields({ draft, errors, isUrlFixed, onChange }: WebhookFieldsProps) {
  const text = useMessages(webhookMessages)
  return (
    <>
      <Field label={text.url} hint={isUrlFixed ? text.automationText : text.urlHint} error={errors.url}>
        {(control) => (
          <TextInput
            {...control}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://example.com/hooks/linnet"
            readOnly={isUrlFixed}
            value={draft.url}
            onChange={(event) => onChange({ ...draft, url: event.target.value })}
          />
        )}
      </Field>
      <Field label={text.note} hint={text.noteHint} error={errors.description}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={255}
            value={draft.description}
            onChange={(event) => onChange({ ...draft, description: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-sm font-medium">{text.events}</legend>
        {errors.events ? (
          <p role="alert" className="text-sm text-bad">
            {errors.events}
          </p>
        ) : null}
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            label={type}
            isCode
            hint={text.eventMeanings[type]}
            checked={draft.events.includes(type)}
            onChange={(isWanted) =>
              onChange({
                ...draft,
                events: eventTypes.filter((one) => (one === type ? isWanted : draft.events.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
    </>
  )
}
