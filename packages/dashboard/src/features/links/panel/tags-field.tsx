// The tags of a link: chips with a field that adds more, from existing tags or new ones.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { Field } from '../../../components/field.tsx'
import { X } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { TagChip } from '../tags/tag-chips.tsx'
import { isSameName, tagsQuery, useTagColors } from '../tags/tags-query.ts'
import { panelMessages } from './messages.ts'
import { namesIn } from './values.ts'

const mostTags = 20
const longestTag = 48
// The browser shows them as one list.
const mostSuggestions = 100

interface TagsFieldProps {
  /** One name per line. */
  value: string
  error?: string
  onChange(value: string): void
}

export function TagsField({ value, error, onChange }: TagsFieldProps) {
  const text = useMessages(panelMessages)
  const colorOf = useTagColors()
  const suggestions = useId()
  const [typed, setTyped] = useState('')
  const { data: known = [] } = useQuery(tagsQuery)
  const names = namesIn(value)
  const isFull = names.length >= mostTags
  const set = (names: string[]) => onChange(names.join('\n'))
  const choices = known.filter(({ name }) => !names.some((chosen) => isSameName(chosen, name)))

  /** Adds what was typed, in the spelling of the tag that exists. */
  function add(given: string): void {
    const name = given.replace(/\s+/g, ' ').trim()
    setTyped('')
    if (name === '' || isFull || names.some((chosen) => isSameName(chosen, name))) return
    const existing = known.find((tag) => isSameName(tag.name, name))
    set([...names, existing?.name ?? name])
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '') set(names.slice(0, -1))
  }

  function type(next: string, inputType: string | undefined): void {
    // A suggestion that was chosen replaces the text at once.
    const isChosen = inputType === undefined || inputType === 'insertReplacementText'
    if (isChosen && choices.some(({ name }) => name === next)) add(next)
    else setTyped(next)
  }

  return (
    <Field label={text.tags} error={error} hint={isFull ? text.tagLimit : undefined}>
      {(control) => (
        <div className="flex min-h-10 w-full flex-wrap items-center gap-1.5 rounded-control border border-field-line bg-surface p-1.5 text-sm focus-within:outline-2 focus-within:outline-accent">
          {names.map((name) => (
            <TagChip key={name} name={name} color={colorOf(name)} className="max-w-full pr-0.5">
              <button
                type="button"
                aria-label={text.removeTag(name)}
                onClick={() => set(names.filter((other) => other !== name))}
                className="grid size-6 shrink-0 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink"
              >
                <X className="size-3.5" />
              </button>
            </TagChip>
          ))}
          <input
            {...control}
            type="text"
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            list={suggestions}
            maxLength={longestTag}
            placeholder={names.length === 0 ? text.tagsHint : undefined}
            disabled={isFull}
            value={typed}
            onChange={({ target, nativeEvent }) => type(target.value, (nativeEvent as InputEvent).inputType)}
            onKeyDown={press}
            onBlur={() => add(typed)}
            className="min-h-7 min-w-24 flex-1 bg-transparent px-1.5 text-ink outline-none placeholder:text-soft/80"
          />
          <datalist id={suggestions}>
            {choices.slice(0, mostSuggestions).map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </div>
      )}
    </Field>
  )
}
