// A note for the people of the workspace.
import { Field, TextArea } from '../../../../components/field.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { panelMessages } from '../messages.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

export function NoteSection({ draft: { values, set }, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  return (
    <Section title={text.note} summary={values.note.split('\n', 1)[0] ?? ''}>
      <Field label={text.note} error={errors.note} hint={text.noteHint}>
        {(control) => (
          <TextArea
            {...control}
            dir="auto"
            maxLength={2000}
            value={values.note}
            onChange={({ target }) => set('note', target.value)}
            className="field-sizing-content max-h-80 min-h-20"
          />
        )}
      </Field>
    </Section>
  )
}
