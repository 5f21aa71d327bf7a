// A dialog that finds something by typing and runs it with Enter, such as the command palette.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { Icon } from './icon.ts'
import { Check } from './icons.ts'

export interface Command {
  id: string
  label: string
  /** Shown beside the label, such as a link's short URL. */
  detail?: string
  icon: Icon
  keys?: string
  /** Says that it is the current one of a choice. */
  current?: string
  run(): void
}

export interface CommandGroup {
  /** Empty for none. */
  label: string
  items: Command[]
}

interface CommandDialogProps {
  title: string
  placeholder: string
  typed: string
  onType(typed: string): void
  /** What matches, already filtered. */
  groups: CommandGroup[]
  /** If nothing matches. */
  empty: string | null
  failure?: string
  onClose(): void
}

export const includes = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase())

export function CommandDialog(props: CommandDialogProps) {
  const { title, placeholder, typed, onType, groups, empty, failure, onClose } = props

  function choose(command: Command) {
    command.run()
    onClose()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          aria-label={title}
          className="fixed left-1/2 top-[max(1rem,12dvh)] z-40 flex max-h-[70dvh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-card bg-raised shadow-overlay"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={onType}
            filter={null}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(command: Command) => command.label}
          >
            <Autocomplete.Input
              aria-label={title}
              placeholder={placeholder}
              className="min-h-13 w-full border-b border-line bg-transparent px-4 outline-none placeholder:text-soft"
            />
            <Autocomplete.Empty className="px-4 text-sm text-soft not-empty:py-6">{empty}</Autocomplete.Empty>
            {failure ? (
              <p role="alert" className="px-4 pb-2 pt-3 text-sm text-bad">
                {failure}
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

interface CommandGroupItemsProps {
  group: CommandGroup
  onChoose(command: Command): void
}

function CommandGroupItems({ group, onChoose }: CommandGroupItemsProps) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1.5">
      {group.label === '' ? null : (
        <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-xs font-medium text-soft">
          {group.label}
        </Autocomplete.GroupLabel>
      )}
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onChoose(command)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-sunken"
          >
            <command.icon className="size-4 shrink-0 text-soft" />
            <span dir="auto" className="min-w-0 truncate">
              {command.label}
            </span>
            {command.detail ? <span className="min-w-0 truncate text-soft">{command.detail}</span> : null}
            {command.current ? (
              <>
                <span className="sr-only">{command.current}</span>
                <Check className="ml-auto size-4 shrink-0 text-accent" />
              </>
            ) : null}
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
