// The command palette: finds links, pages, workspaces and commands by typing.
import { useState } from 'react'
import { type Command, CommandDialog, type CommandGroup, includes } from '../components/command-dialog.tsx'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { type OpenOverlay, useActionCommands, useLinkCommands, usePageCommands } from './palette-commands.ts'
import { paletteMessages } from './palette-messages.ts'
import { useWorkspaceCommands } from './workspace/commands.ts'

interface PaletteProps {
  onOpen: OpenOverlay
  onClose(): void
}

export function Palette({ onOpen, onClose }: PaletteProps) {
  const text = useMessages(paletteMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const links = useLinkCommands(search)
  return (
    <CommandDialog
      title={text.title}
      placeholder={text.placeholder}
      typed={typed}
      onType={setTyped}
      groups={useCommandGroups(search, links.commands, onOpen)}
      empty={links.error ? null : links.isSearching ? text.searching : text.nothing}
      failure={links.error ? messageOf(links.error, language) : undefined}
      onClose={onClose}
    />
  )
}

/** The groups with matches: links first, which the server has already searched. */
function useCommandGroups(search: string, links: Command[], onOpen: OpenOverlay): CommandGroup[] {
  const text = useMessages(paletteMessages)
  const isMatch = ({ label }: Command) => includes(label, search)
  const commands = [...useActionCommands(), ...useWorkspaceCommands(search, onOpen)]
  return [
    { label: text.links, items: links },
    { label: text.go, items: usePageCommands().filter(isMatch) },
    { label: text.actions, items: commands.filter(isMatch) },
  ].filter(({ items }) => items.length > 0)
}
