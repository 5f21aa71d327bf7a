// The time and the destination of one planned switch, which are saved together with the others.
import type { PlannedSwitch } from '@linnet/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DateField, isFinished } from '../../../components/date-field.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { UrlField } from '../../../components/url-field.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { localMinute, secondsOf } from '../../../lib/local-minute.ts'
import { queryClient } from '../../../lib/queries.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { historyMessages } from '../../history/messages.ts'
import { switchesQuery } from './switches-query.ts'

interface SwitchFormProps {
  linkId: string
  /** The other switches of the link. */
  others: readonly PlannedSwitch[]
  /** Null: it is a new one. */
  initial: PlannedSwitch | null
  onClose(): void
}

export function SwitchForm(props: SwitchFormProps) {
  const { switches: text } = useMessages(historyMessages)
  const { cancel } = useMessages(kitMessages)
  const [at, setAt] = useState(props.initial ? localMinute(props.initial.at) : '')
  const [url, setUrl] = useState(props.initial?.long_url ?? '')
  const [earliest] = useState(() => localMinute(Date.now() / 1000))
  const { save, busy, errors, failure } = useSaving(props)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isFinished(event.currentTarget)) void save(secondsOf(at), completeUrl(url))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-control bg-sunken/60 p-3">
      <DateField
        label={text.at}
        hint={text.atHint(zone)}
        error={errors.at}
        type="datetime-local"
        min={earliest}
        max="9999-12-31T23:59"
        value={at}
        onChange={setAt}
      />
      <UrlField label={text.destination} error={errors.long_url} value={url} onChange={setUrl} />
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={props.onClose}>
          {cancel}
        </Button>
        <Button type="submit" size="small" variant="primary" busy={busy}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

interface SwitchErrors {
  at?: string
  long_url?: string
}

function useSaving({ linkId, others, onClose }: SwitchFormProps) {
  const { switches: text } = useMessages(historyMessages)
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<SwitchErrors>({})
  const [failure, setFailure] = useState('')

  async function save(at: number | null, long_url: string) {
    setFailure('')
    setErrors({})
    if (at === null) return setErrors({ at: text.timeMissing })
    setBusy(true)
    // Switches that have been carried out meanwhile would be refused.
    const ahead = others.filter((one) => one.at * 1000 > Date.now())
    const switches = [...ahead, { at, long_url }]
    try {
      const { data } = await client.linkHistory.setSchedule({ short: linkId, switches })
      queryClient.setQueryData(switchesQuery(linkId).queryKey, data)
      showToast({ title: text.saved })
      onClose()
    } catch (error) {
      const found = errorsOfLast(fieldErrorsOf(error), ahead.length)
      setErrors(found)
      if (Object.keys(found).length === 0) setFailure(messageOf(error, language))
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, errors, failure }
}

/** The errors of the switch that was sent last. If two have the same time, that is an error of the whole list. */
function errorsOfLast(errors: Record<string, string>, index: number): SwitchErrors {
  const at = errors[`switches.${index}.at`] ?? errors.switches
  const long_url = errors[`switches.${index}.long_url`]
  return { ...(at ? { at } : {}), ...(long_url ? { long_url } : {}) }
}
