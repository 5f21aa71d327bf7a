// Describes a visitor: device, country, language and time, and how they come.
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { ChevronRight } from '../../../components/icons.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { countriesByName, languagesByName, ruleNamesIn } from '../../rules/rule-names.ts'
import { explanationMessages } from './messages.ts'
import { type DescribedVisitor, type VisitorDevice, visitorDevices } from './visitors.ts'

interface VisitorFormProps {
  visitor: DescribedVisitor
  onChange(changed: Partial<DescribedVisitor>): void
}

export function VisitorForm({ visitor, onChange }: VisitorFormProps) {
  const text = useMessages(explanationMessages)
  const names = ruleNamesIn(useLanguage())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-2 gap-4 *:min-w-0 max-sm:*:first:col-span-2 max-sm:*:last:col-span-2">
        <Field label={text.device}>
          {(control) => (
            <Select
              {...control}
              value={visitor.device}
              onChange={({ target }) => onChange({ device: target.value as VisitorDevice })}
            >
              {visitorDevices.map((device) => (
                <option key={device} value={device}>
                  {text.devices[device]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <NamedChoice
          label={text.country}
          codes={countriesByName(names)}
          nameOf={names.country}
          value={visitor.country}
          onChange={(country) => onChange({ country })}
        />
        <NamedChoice
          label={text.language}
          codes={languagesByName(names)}
          nameOf={names.language}
          value={visitor.language}
          onChange={(language) => onChange({ language })}
        />
        <Field label={text.time} hint={text.timeHint}>
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              value={visitor.time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          )}
        </Field>
      </div>
      <Arrival visitor={visitor} onChange={onChange} />
    </div>
  )
}

/** How the visitor comes, which rules ask about less often. */
function Arrival({ visitor, onChange }: VisitorFormProps) {
  const text = useMessages(explanationMessages)
  const fields = [
    { field: 'referer', label: text.referer, placeholder: 't.co' },
    { field: 'query', label: text.query, placeholder: 'ref=news' },
  ] as const
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm font-medium">
        <ChevronRight className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90" />
        {text.more}
      </summary>
      <div className="grid gap-4 border-t border-line p-3 sm:grid-cols-2">
        {fields.map(({ field, label, placeholder }) => (
          <Field key={field} label={label}>
            {(control) => (
              <TextInput
                {...control}
                dir="ltr"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2000}
                placeholder={placeholder}
                value={visitor[field]}
                onChange={({ target }) => onChange({ [field]: target.value })}
              />
            )}
          </Field>
        ))}
        <Checkbox label={text.scan} checked={visitor.scan} onChange={(scan) => onChange({ scan })} />
      </div>
    </details>
  )
}

interface NamedChoiceProps {
  label: string
  codes: readonly string[]
  nameOf(code: string): string
  value: string
  onChange(code: string): void
}

function NamedChoice({ label, codes, nameOf, value, onChange }: NamedChoiceProps) {
  const { unknown } = useMessages(explanationMessages)
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{unknown}</option>
          {codes.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
