// What of a visitor's address is passed on to the destination: on, off, or what the domain says.
import { Segments } from '../../../../components/segments.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { panelMessages } from '../messages.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

const fields = ['forward_query', 'forward_path'] as const

export function ForwardingSection({ draft: { values, set }, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  const hints = { forward_query: text.forwardQueryHint, forward_path: text.forwardPathHint }
  const names = { forward_query: text.query, forward_path: text.path }
  const summary = fields
    .filter((field) => values[field] !== '')
    .map((field) => `${names[field]}: ${(values[field] ? text.on : text.off).toLowerCase()}`)
  return (
    <Section title={text.forwarding} summary={summary.join(', ')}>
      {fields.map((field) => (
        <div key={field} className="grid gap-1.5">
          <span className="text-sm font-medium">{text[field]}</span>
          <Segments
            label={text[field]}
            value={values[field] === '' ? 'domain' : values[field] ? 'on' : 'off'}
            options={[
              { value: 'domain', label: text.domainChoice },
              { value: 'on', label: text.on },
              { value: 'off', label: text.off },
            ]}
            onChange={(chosen) => set(field, chosen === 'domain' ? '' : chosen === 'on')}
          />
          {errors[field] ? (
            <p role="alert" className="text-sm text-bad">
              {errors[field]}
            </p>
          ) : null}
          <p className="text-sm text-soft">{hints[field]}</p>
        </div>
      ))}
    </Section>
  )
}
