// The choice of what a credential may do: all scopes in groups, each with its meaning, and buttons for the usual choices.
import { allScopes, type Scope } from '@linnet/contract/scopes'
import { messagesFor } from '@linnet/languages'
import { scopeSentences } from '@linnet/languages/en/scopes'
import { useId } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { developerMessages } from './messages.ts'

const scopeSentencesIn = messagesFor('scopeSentences', scopeSentences)

const groups = [
  { name: 'links', scopes: allScopes.filter((scope) => scope.startsWith('links:')) },
  { name: 'qr', scopes: allScopes.filter((scope) => scope.startsWith('qr:')) },
  { name: 'microsites', scopes: allScopes.filter((scope) => scope.startsWith('microsites:')) },
  { name: 'account', scopes: allScopes.filter((scope) => scope.startsWith('user:')) },
] as const

/** The scopes that change nothing. */
export const readOnlyScopes: Scope[] = allScopes.filter((scope) => /:(read|analytics)$/.test(scope))

interface ScopeChoiceProps {
  chosen: Scope[]
  error?: string
  onChange(chosen: Scope[]): void
}

export function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  const text = useMessages(developerMessages)
  const sentences = useMessages(scopeSentencesIn)
  const { number } = useFormats()
  const id = useId()
  const set = (scope: Scope, isChosen: boolean) =>
    onChange(allScopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))))
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid min-w-0 gap-3">
      <legend className="sr-only">{text.scopes}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden="true" className="text-sm font-medium">
          {text.scopes}{' '}
          <span className="font-normal text-soft">
            {text.chosen(number(chosen.length), number(allScopes.length))}
          </span>
        </span>
        <span className="flex gap-2">
          <Button size="small" onClick={() => onChange(readOnlyScopes)}>
            {text.readOnly}
          </Button>
          <Button size="small" onClick={() => onChange(allScopes)}>
            {text.everything}
          </Button>
        </span>
      </div>
      {error ? (
        <p id={id} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : null}
      <div className="grid gap-4 rounded-control border border-line p-3.5">
        {groups.map(({ name, scopes }) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="mb-2 text-xs font-medium text-soft">{text[name]}</legend>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scope}
                isCode
                hint={capitalized(sentences[scope])}
                checked={chosen.includes(scope)}
                onChange={(isChosen) => set(scope, isChosen)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}

const capitalized = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)
