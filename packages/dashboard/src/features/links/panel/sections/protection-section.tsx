// What visitors have to do before they go on: enter a password, or confirm their age.
import { Button } from '../../../../components/button.tsx'
import { Field, TextInput } from '../../../../components/field.tsx'
import { Switch } from '../../../../components/switch.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { panelMessages } from '../messages.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

export function ProtectionSection({ draft, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  const { has_password, password, adult } = draft.values
  const summary = [has_password || password ? text.password : '', adult ? text.adult : '']
  return (
    <Section title={text.protection} summary={summary.filter(Boolean).join(', ')}>
      <PasswordField draft={draft} errors={errors} />
      <Switch
        label={text.adult}
        hint={text.adultHint}
        checked={adult}
        onChange={(checked) => draft.set('adult', checked)}
      />
    </Section>
  )
}

/** Sets, changes or removes the password, which can't be read back. */
function PasswordField({ draft: { values, base, set }, errors }: SectionProps) {
  const text = useMessages(panelMessages)
  const hint = values.has_password ? text.passwordIsSet : text.passwordGoes
  return (
    <Field
      label={text.password}
      error={errors.password}
      hint={base.has_password ? hint : text.passwordHint}
      labelEnd={
        base.has_password ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              set('has_password', !values.has_password)
              set('password', '')
            }}
          >
            {values.has_password ? text.removePassword : text.keepPassword}
          </Button>
        ) : null
      }
    >
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete="new-password"
          maxLength={255}
          disabled={base.has_password && !values.has_password}
          placeholder={values.has_password ? '••••••••' : ''}
          value={values.password}
          onChange={({ target }) => set('password', target.value)}
        />
      )}
    </Field>
  )
}
