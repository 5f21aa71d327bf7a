// The filter of the list by tags: a choice in the toolbar, and the chosen ones below it.
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../../components/field.tsx'
import { X } from '../../../components/icons.ts'
import { useMessages } from '../../../lib/language.ts'
import { linkMessages } from '../messages.ts'
import { TagChip } from './tag-chips.tsx'
import { isSameName, tagsQuery, useTagColors } from './tags-query.ts'

interface TagFilterProps {
  /** The names of the chosen tags. */
  tags: readonly string[]
  onChange(tags: string[]): void
}

/** Adds a tag to the filter. */
export function TagFilter({ tags, onChange }: TagFilterProps) {
  const text = useMessages(linkMessages)
  const { data = [] } = useQuery(tagsQuery)
  const choices = data.filter(({ name }) => !tags.some((chosen) => isSameName(chosen, name)))
  return (
    <Select
      aria-label={text.tag}
      value=""
      onChange={({ target }) => target.value !== '' && onChange([...tags, target.value])}
      className="sm:w-auto sm:max-w-40"
    >
      <option value="">{tags.length === 0 ? text.anyTag : text.tag}</option>
      {choices.map(({ id, name }) => (
        <option key={id}>{name}</option>
      ))}
    </Select>
  )
}

/** The chosen tags, each with a button that removes it from the filter. */
export function ChosenTags({ tags, onChange }: TagFilterProps) {
  const text = useMessages(linkMessages)
  const colorOf = useTagColors()
  if (tags.length === 0) return null
  return (
    <ul className="col-span-3 flex flex-wrap gap-1.5 text-sm sm:w-full">
      {tags.map((name) => (
        <li key={name} className="max-w-full">
          <TagChip name={name} color={colorOf(name)} className="max-w-full pr-0.5">
            <button
              type="button"
              aria-label={text.withoutTag(name)}
              onClick={() => onChange(tags.filter((other) => other !== name))}
              className="grid size-7 shrink-0 place-items-center rounded-full text-soft hover:bg-sunken hover:text-ink"
            >
              <X className="size-3.5" />
            </button>
          </TagChip>
        </li>
      ))}
    </ul>
  )
}
