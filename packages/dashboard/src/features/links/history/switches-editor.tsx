// The planned switches of a link, one of which can be edited at a time. Each change is saved at once.
import type { Link, PlannedSwitch } from '@linnet/contract'
import { mostSwitches } from '@linnet/contract/history-limits'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Pencil, Plus, Trash2 } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { historyMessages } from '../../history/messages.ts'
import { SwitchForm } from './switch-form.tsx'
import { switchesQuery } from './switches-query.ts'

interface SwitchesEditorProps {
  link: Link
  query: UseQueryResult<PlannedSwitch[]>
}

export function SwitchesEditor({ link, query }: SwitchesEditorProps) {
  const { switches: text } = useMessages(historyMessages)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-soft">{text.text}</p>
      <Loaded query={query}>{(switches) => <Switches link={link} switches={switches} />}</Loaded>
    </div>
  )
}

/** Which switch is edited, by its time; `new` for one that is added. */
type Edited = number | 'new' | null

function Switches({ link, switches }: { link: Link; switches: PlannedSwitch[] }) {
  const { switches: text } = useMessages(historyMessages)
  const mayEdit = useMay('linkHistory.setSchedule')
  const [edited, setEdited] = useState<Edited>(null)
  const replace = useReplacing(link.id)
  const stop = () => setEdited(null)
  const others = (at: Edited) => switches.filter((one) => one.at !== at)
  const isFull = switches.length >= mostSwitches
  return (
    <>
      {switches.length === 0 && edited === null ? <p className="text-sm">{text.none}</p> : null}
      {switches.length > 0 ? (
        <ul aria-label={text.title} className="-my-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {switches.map((one) => (
            <li key={one.at} className="py-2">
              {edited === one.at ? (
                <SwitchForm linkId={link.id} others={others(one.at)} initial={one} onClose={stop} />
              ) : (
                <SwitchRow
                  planned={one}
                  mayEdit={mayEdit}
                  onEdit={() => setEdited(one.at)}
                  onRemove={() => void replace(others(one.at), switches)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {edited === 'new' ? (
        <SwitchForm linkId={link.id} others={switches} initial={null} onClose={stop} />
      ) : mayEdit && !isFull ? (
        <Button size="small" icon={<Plus />} className="justify-self-start" onClick={() => setEdited('new')}>
          {text.add}
        </Button>
      ) : null}
      {mayEdit && isFull ? <p className="text-sm text-soft">{text.full}</p> : null}
    </>
  )
}

interface SwitchRowProps {
  planned: PlannedSwitch
  mayEdit: boolean
  onEdit(): void
  onRemove(): void
}

function SwitchRow({ planned: { at, long_url }, mayEdit, onEdit, onRemove }: SwitchRowProps) {
  const { switches: text } = useMessages(historyMessages)
  const moment = useFormats().moment(at)
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">
          <time dateTime={new Date(at * 1000).toISOString()}>{moment}</time>
        </p>
        <p dir="ltr" translate="no" className="wrap-anywhere text-sm text-soft">
          {withoutScheme(long_url)}
        </p>
      </div>
      {mayEdit ? (
        <>
          <IconButton label={text.edit(moment)} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton label={text.remove(moment)} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        </>
      ) : null}
    </div>
  )
}

/** Returns a function that removes a switch by saving the others, with a toast that saves all of them again. */
function useReplacing(linkId: string) {
  const { switches: text } = useMessages(historyMessages)
  const { undo, undone } = useMessages(kitMessages)
  const language = useLanguage()
  const { queryKey } = switchesQuery(linkId)

  return async function replace(switches: PlannedSwitch[], before: PlannedSwitch[] | null): Promise<void> {
    try {
      const { data } = await client.linkHistory.setSchedule({ short: linkId, switches })
      queryClient.setQueryData(queryKey, data)
      showToast({
        title: before ? text.removed : undone,
        action: before ? { label: undo, onSelect: () => void replace(before, null) } : undefined,
      })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      await queryClient.invalidateQueries({ queryKey })
    }
  }
}
