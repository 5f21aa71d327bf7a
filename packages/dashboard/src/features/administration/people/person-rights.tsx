// One person's rights: the plan, which changes at once and can be undone, and administering the server, which asks first.
import type { Person } from '@linnet/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../../components/dialog.tsx'
import { Field, Select } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { refreshMe } from '../../../lib/session.ts'
import { administrationMessages } from '../messages.ts'
import { overviewQuery, refresh } from '../queries.ts'
import { peopleMessages } from './people-messages.ts'
import { shownDays } from './sign-ups-section.tsx'

export function PlanField({ person }: { person: Person }) {
  const text = useMessages(peopleMessages)
  const { undo } = useMessages(administrationMessages)
  const language = useLanguage()
  const { data: overview } = useQuery(overviewQuery(shownDays))
  const name = person.name || person.email
  async function set(plan: string) {
    await client.administration.updatePerson({ id: person.id, plan })
    refreshMe()
  }
  const change = useMutation({
    mutationFn: set,
    onSuccess: (_, plan) =>
      showToast({
        title: text.planChanged(name, plan),
        action: { label: undo, onSelect: () => void undoPlanChange(person.plan) },
      }),
    onSettled: () => void refresh(),
  })
  // Not as a callback of the mutation, because its field may be closed by then.
  async function undoPlanChange(plan: string) {
    try {
      await set(plan)
      showToast({ title: text.planChanged(name, plan) })
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      await refresh()
    }
  }
  const plans = new Set([person.plan, ...(overview?.plans.map(({ name }) => name) ?? [])])
  return (
    <div className="grid gap-2">
      <Field label={text.plan} hint={text.planHint}>
        {(control) => (
          <Select
            {...control}
            value={change.isPending ? change.variables : person.plan}
            disabled={change.isPending}
            onChange={({ target }) => change.mutate(target.value)}
          >
            {[...plans].toSorted().map((plan) => (
              <option key={plan} value={plan}>
                {plan}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FormFailure error={change.error} />
    </div>
  )
}

export function AdministratorSwitch({ person, isOneself }: { person: Person; isOneself: boolean }) {
  const text = useMessages(peopleMessages)
  const [isConfirming, setConfirming] = useState(false)
  const name = person.name || person.email
  const wanted = !person.administrator
  const change = useMutation({
    mutationFn: () => client.administration.updatePerson({ id: person.id, administrator: wanted }),
    onSuccess() {
      showToast({ title: wanted ? text.made(name) : text.ended(name) })
      if (isOneself) refreshMe()
    },
    onSettled: () => void refresh(),
  })
  return (
    <div className="grid gap-2">
      <Switch
        label={text.administratorSwitch}
        hint={text.administratorHint}
        checked={person.administrator}
        onChange={() => setConfirming(true)}
      />
      <FormFailure error={change.error} />
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={wanted ? text.makeTitle(name) : text.endTitle(name)}
        action={wanted ? text.make : text.end}
        danger={!wanted}
        // A refusal is shown at the switch.
        onConfirm={() => change.mutateAsync().catch(() => {})}
      >
        <p>{wanted ? text.makeText : isOneself ? text.endOwnText : text.endText}</p>
      </Confirm>
    </div>
  )
}
