// The command palette: finds links, pages and commands by typing.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import {
  type Command,
  includes,
  useActionCommands,
  useLinkCommands,
  usePageCommands,
} from './palette-commands.ts'
import { paletteMessages } from './palette-messages.ts'

interface CommandGroup {
  label: string
  items: Command[]
}

export function Palette({ onClose }: { onClose(): void }) {
  const text = useMessages(paletteMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const links = useLinkCommands(search)
  const groups = useCommandGroups(search, links.commands)

  function choose(command: Command) {
    onClose()
    command.run()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          aria-label={text.title}
          className="fixed left-1/2 top-[max(1rem,12dvh)] z-40 flex max-h-[70dvh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised shadow-overlay"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={setTyped}
            filter={null}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(command: Command) => command.label}
          >
            <Autocomplete.Input
              aria-label={text.title}
              placeholder={text.placeholder}
              className="min-h-13 w-full border-b border-line bg-transparent px-4 outline-none placeholder:text-soft"
            />
            <Autocomplete.Empty className="px-4 text-sm text-soft not-empty:py-6">
              {links.error ? null : links.isSearching ? text.searching : text.nothing}
            </Autocomplete.Empty>
            {links.error ? (
              <p role="alert" className="px-4 pb-2 pt-3 text-sm text-bad">
                {messageOf(links.error, language)}
              </p>
            ) : null}
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5">
              {(group: CommandGroup) => (
                <CommandGroupItems key={group.label} group={group} onChoose={choose} />
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The groups with matches: links first, which the server has already searched. */
function useCommandGroups(search: string, links: Command[]): CommandGroup[] {
  const text = useMessages(paletteMessages)
  const isMatch = ({ label }: Command) => includes(label, search)
  return [
    { label: text.links, items: links },
    { label: text.go, items: usePageCommands().filter(isMatch) },
    { label: text.actions, items: useActionCommands().filter(isMatch) },
  ].filter(({ items }) => items.length > 0)
}

interface CommandGroupItemsProps {
  group: CommandGroup
  onChoose(command: Command): void
}

function CommandGroupItems({ group, onChoose }: CommandGroupItemsProps) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1.5">
      <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-xs font-medium text-soft">
        {group.label}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onChoose(command)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-sunken"
          >
            <command.icon className="size-4 shrink-0 text-soft" />
            <span className="min-w-0 truncate">{command.label}</span>
            {command.detail ? <span className="min-w-0 truncate text-soft">{command.detail}</span> : null}
            {command.keys ? (
              <kbd className="ml-auto shrink-0 rounded border border-line px-1.5 font-sans text-xs text-soft">
                {command.keys}
              </kbd>
            ) : null}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}
