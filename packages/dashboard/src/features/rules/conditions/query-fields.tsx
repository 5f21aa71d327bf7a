// The condition on parameters of the address: a name, and a value or any.
import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { TextInput } from '../../../components/field.tsx'
import { Plus, X } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { ruleMessages } from '../messages.ts'
import type { ConditionControlProps } from './control-props.ts'
import { type Parameter, parametersIn, queryOf } from './parameters.ts'

export function QueryFields({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  const query = when.query ?? {}
  const [typed, setTyped] = useState(() => parametersIn(query))
  // The parameters may change from outside too, such as when changes are discarded.
  const isTyped = JSON.stringify(queryOf(typed)) === JSON.stringify(query)
  const parameters = isTyped ? typed : parametersIn(query)

  function change(parameters: Parameter[]) {
    setTyped(parameters)
    onChange({ query: queryOf(parameters) })
  }

  return (
    <div className="grid gap-2">
      {parameters.map((parameter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity and hold no state
        <div key={index} className="flex items-center gap-2">
          <TextInput
            aria-label={text.parameter}
            placeholder={text.parameter}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={parameter.name}
            onChange={({ target }) => change(parameters.with(index, { ...parameter, name: target.value }))}
          />
          <span aria-hidden="true">=</span>
          <TextInput
            aria-label={text.parameterValue}
            placeholder={text.anyValue}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            value={parameter.value}
            onChange={({ target }) => change(parameters.with(index, { ...parameter, value: target.value }))}
          />
          {parameters.length > 1 ? (
            <IconButton
              size="small"
              label={text.removeParameter}
              onClick={() => change(parameters.toSpliced(index, 1))}
            >
              <X />
            </IconButton>
          ) : null}
        </div>
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={<Plus />}
        className="justify-self-start"
        onClick={() => change([...parameters, { name: '', value: '' }])}
      >
        {text.addParameter}
      </Button>
    </div>
  )
}
