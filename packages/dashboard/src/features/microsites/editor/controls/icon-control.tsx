// An icon: typed as a word or an emoji, or chosen from a grid with a search.
import { icons, type KnownIcon } from '@linnet/pages/preview'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/dialog.tsx'
import { Field, TextInput } from '../../../../components/field.tsx'
import { Shapes } from '../../../../components/icons.ts'
import { useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'

interface IconControlProps {
  control: ControlProps
  value: string
  onChange(value: string | undefined): void
}

const normalize = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, '')

function IconSvg({ icon }: { icon: KnownIcon }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={clsx('size-5', icon.isBrand ? 'fill-current' : 'fill-none stroke-current stroke-2')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an icon from our own package of pages
      dangerouslySetInnerHTML={{ __html: icon.svg }}
    />
  )
}

export function IconControl({ control, value, onChange }: IconControlProps) {
  const messages = useMessages(formMessages)
  const [open, setOpen] = useState(false)
  const chosen = icons.find(
    ({ name, aliases }) => name === normalize(value) || aliases.includes(normalize(value)),
  )
  return (
    <div className="flex items-center gap-2">
      <TextInput
        {...control}
        value={value}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => onChange(target.value || undefined)}
        className="min-w-0 flex-1"
      />
      <Button icon={chosen ? <IconSvg icon={chosen} /> : <Shapes />} onClick={() => setOpen(true)}>
        {messages.chooseIcon}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={messages.chooseIcon}>
        <IconGrid
          onChoose={(word) => {
            onChange(word)
            setOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}

function IconGrid({ onChoose }: { onChoose(word: string | undefined): void }) {
  const messages = useMessages(formMessages)
  const [search, setSearch] = useState('')
  const found = useMemo(() => {
    const query = normalize(search)
    return icons.filter((icon) => [icon.name, ...icon.aliases].some((name) => name.includes(query)))
  }, [search])
  return (
    <div className="grid gap-4">
      <Field label={messages.searchIcons}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            autoFocus
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </Field>
      {found.length === 0 ? <p className="text-sm text-soft">{messages.noIcon}</p> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5">
        {found.map((icon) => (
          <li key={icon.name}>
            <button
              type="button"
              onClick={() => onChoose(icon.name)}
              className="grid min-h-16 w-full place-items-center gap-1 rounded-control border border-line p-2 text-xs hover:bg-sunken"
            >
              <IconSvg icon={icon} />
              <span className="max-w-full truncate">{icon.title}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => onChoose(undefined)}>
        {messages.noIconAtAll}
      </Button>
    </div>
  )
}
