// Where a rule leads: one destination, or several that share the visitors by weight.
import type { RuleClicks } from '@linnet/contract'
import { Button, IconButton } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { Plus, Split, X } from '../../components/icons.ts'
import { UrlField } from '../../components/url-field.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import {
  type EditedDestination,
  hasRoomForDestination,
  sharesOf,
  withDestination,
  withoutDestination,
} from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { ObservedShare } from './observed-share.tsx'
import { errorAt, type RuleErrors } from './rule-errors.ts'

interface DestinationsFormProps {
  to: EditedDestination[]
  clicks: RuleClicks | undefined
  errors: RuleErrors
  onChange(to: EditedDestination[]): void
}

export function DestinationsForm({ to, clicks, errors, onChange }: DestinationsFormProps) {
  const text = useMessages(ruleMessages)
  const isSplit = to.length > 1
  const shares = sharesOf(to)
  const mostError = errors.to
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{text.goTo}</legend>
      {to.map((destination, index) => (
        <DestinationFields
          key={destination.id}
          destination={destination}
          place={index + 1}
          share={isSplit ? (shares[index] ?? 0) : null}
          clicks={clicks}
          errorOf={(field) => errorAt(errors, `to.${index}.${field}`)}
          onChange={(changed) => onChange(to.with(index, { ...destination, ...changed }))}
          onRemove={() => onChange(withoutDestination(to, destination.id))}
        />
      ))}
      {mostError ? (
        <p role="alert" className="text-sm text-bad">
          {mostError}
        </p>
      ) : null}
      {hasRoomForDestination(to) ? (
        <Button
          size="small"
          variant={isSplit ? 'plain' : 'quiet'}
          icon={isSplit ? <Plus /> : <Split />}
          className="justify-self-start"
          onClick={() => onChange(withDestination(to))}
        >
          {isSplit ? text.addDestination : text.split}
        </Button>
      ) : null}
      {isSplit ? <p className="text-sm text-soft">{text.splitHint}</p> : null}
    </fieldset>
  )
}

interface DestinationFieldsProps {
  destination: EditedDestination
  /** From 1. */
  place: number
  /** Null if it is the only one. */
  share: number | null
  clicks: RuleClicks | undefined
  errorOf(field: 'long_url' | 'weight'): string | undefined
  onChange(changed: Partial<EditedDestination>): void
  onRemove(): void
}

function DestinationFields(props: DestinationFieldsProps) {
  const { destination, place, share, clicks, errorOf, onChange, onRemove } = props
  const text = useMessages(ruleMessages)
  const observed = clicks?.destinations.find(({ id }) => id === destination.id)
  return (
    <div className={share === null ? undefined : 'grid gap-2 rounded-control border border-line p-3'}>
      <UrlField
        label={share === null ? text.goTo : text.destination(place)}
        error={errorOf('long_url')}
        labelEnd={
          share === null ? null : (
            <IconButton size="small" label={text.removeDestination(place)} onClick={onRemove}>
              <X />
            </IconButton>
          )
        }
        value={destination.long_url}
        onChange={(long_url) => onChange({ long_url })}
      />
      {share === null ? null : (
        <WeightField
          place={place}
          weight={destination.weight}
          share={share}
          error={errorOf('weight')}
          onChange={(weight) => onChange({ weight })}
        />
      )}
      {observed && share !== null ? <ObservedShare observed={observed} /> : null}
    </div>
  )
}

interface WeightFieldProps {
  place: number
  weight: number | ''
  share: number
  error: string | undefined
  onChange(weight: number | ''): void
}

function WeightField({ place, weight, share, error, onChange }: WeightFieldProps) {
  const text = useMessages(ruleMessages)
  const formats = useFormats()
  return (
    <Field label={text.weight} error={error}>
      {(control) => (
        <div className="flex items-center gap-3">
          <TextInput
            {...control}
            aria-label={text.weightOf(place)}
            inputMode="numeric"
            maxLength={4}
            value={weight}
            onChange={({ target }) => {
              const digits = target.value.replace(/\D/g, '')
              onChange(digits === '' ? '' : Number(digits))
            }}
            className="max-w-24"
          />
          <output className="text-sm text-soft tabular-nums">= {formats.percent(share)}</output>
        </div>
      )}
    </Field>
  )
}
