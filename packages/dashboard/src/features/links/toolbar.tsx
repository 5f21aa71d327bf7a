// The search, status and order of the list, which the URL holds.
import { useEffect, useRef } from 'react'
import { Select } from '../../components/field.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useMessages } from '../../lib/language.ts'
import { useKeysOn } from '../../lib/preferences.ts'
import { isForPage } from '../../shell/shortcuts.ts'
import { linkMessages } from './messages.ts'
import type { LinksSearch } from './search-params.ts'
import { ChosenTags, TagFilter } from './tags/tag-filter.tsx'

interface ToolbarProps {
  search: LinksSearch
  isBusy: boolean
  onChange(change: { q?: string; status?: string; sort?: string; tag?: string | string[] }): void
}

export function Toolbar({ search, isBusy, onChange }: ToolbarProps) {
  const text = useMessages(linkMessages)
  const keysOn = useKeysOn()
  const field = useRef<HTMLInputElement>(null)
  const { q = '', status = 'active', sort = 'newest', tag = [] } = search
  const tags = [tag].flat()
  const changeTags = (tags: string[]) => onChange({ tag: tags.length > 0 ? tags : undefined })
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !isForPage(event)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])

  return (
    <search className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap">
      <div className="col-span-3 flex min-w-0 flex-1">
        <SearchField
          ref={field}
          label={text.search}
          placeholder={text.searchHint}
          value={q}
          maxLength={500}
          isBusy={isBusy}
          shortcut={keysOn ? '/' : undefined}
          onChange={(q) => onChange({ q: q || undefined })}
          onArrowDown={() => document.querySelector<HTMLElement>('[data-row]')?.focus()}
        />
      </div>
      <Select
        aria-label={text.status}
        value={status}
        onChange={({ target }) => onChange({ status: target.value === 'active' ? undefined : target.value })}
        className="sm:w-auto"
      >
        <option value="active">{text.active}</option>
        <option value="archived">{text.archivedOnes}</option>
        <option value="all">{text.all}</option>
      </Select>
      <TagFilter tags={tags} onChange={changeTags} />
      <Select
        aria-label={text.sort}
        value={sort}
        onChange={({ target }) => onChange({ sort: target.value === 'newest' ? undefined : target.value })}
        className="sm:w-auto"
      >
        <option value="newest">{text.newest}</option>
        <option value="oldest">{text.oldest}</option>
      </Select>
      <ChosenTags tags={tags} onChange={changeTags} />
    </search>
  )
}
