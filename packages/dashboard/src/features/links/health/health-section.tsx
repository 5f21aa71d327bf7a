// The health of one link in its panel. What is chosen here takes effect at once.
import type { BrokenChoice, LinkHealth } from '@linnet/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Field, Select } from '../../../components/field.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { Section, Sections } from '../panel/sections/section.tsx'
import { refreshLinks } from '../queries.ts'
import { CheckNow } from './check-now.tsx'
import { healthMessages } from './messages.ts'
import { Outcome } from './outcome.tsx'
import { healthKey, watchedQuery } from './queries.ts'

export function HealthSection({ id }: { id: string }) {
  const text = useMessages(healthMessages)
  const health = useQuery({
    queryKey: healthKey(id),
    queryFn: async ({ signal }) => (await client.linkHealth.get({ short: id }, { signal })).data,
  })
  return (
    <Sections>
      <Section title={text.health} summary={health.data ? text.statuses[health.data.status] : ' '}>
        <Loaded query={health} heights={['h-10', 'h-16']}>
          {(health) => <Health id={id} health={health} />}
        </Loaded>
      </Section>
    </Sections>
  )
}

function Health({ id, health }: { id: string; health: LinkHealth }) {
  const text = useMessages(healthMessages)
  const mayCheck = useMay('linkHealth.check')
  const { data: workspace } = useQuery(watchedQuery)
  if (workspace?.available === false) return <p className="text-sm text-soft">{text.unavailable}</p>
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Outcome health={health} />
        {mayCheck && health.watched && health.excluded_by === null ? (
          <CheckNow id={id} health={health} />
        ) : null}
      </div>
      <Choices id={id} health={health} isWorkspaceWatched={workspace?.watched ?? false} />
    </>
  )
}

interface ChoicesProps {
  id: string
  health: LinkHealth
  isWorkspaceWatched: boolean
}

function Choices({ id, health, isWorkspaceWatched }: ChoicesProps) {
  const text = useMessages(healthMessages)
  const language = useLanguage()
  const queries = useQueryClient()
  const mayChange = useMay('linkHealth.update')

  async function change(body: { watch?: boolean | null; when_broken?: BrokenChoice | null }) {
    try {
      const { data } = await client.linkHealth.update({ short: id, ...body })
      queries.setQueryData(healthKey(id), data)
      await refreshLinks()
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
    }
  }

  const { on, off, workspaceOn, workspaceOff } = text.watchChoices
  return (
    <>
      <Field label={text.watch}>
        {(control) => (
          <Select
            {...control}
            disabled={!mayChange}
            value={health.watch === null ? 'workspace' : health.watch ? 'on' : 'off'}
            onChange={({ target: { value } }) =>
              void change({ watch: value === 'workspace' ? null : value === 'on' })
            }
          >
            <option value="workspace">{isWorkspaceWatched ? workspaceOn : workspaceOff}</option>
            <option value="on">{on}</option>
            <option value="off">{off}</option>
          </Select>
        )}
      </Field>
      <Field label={text.whenBroken} hint={text.whenBrokenHint}>
        {(control) => (
          <Select
            {...control}
            disabled={!mayChange}
            value={health.when_broken ?? 'none'}
            onChange={({ target: { value } }) =>
              void change({ when_broken: value === 'none' ? null : (value as BrokenChoice) })
            }
          >
            {Object.entries(text.choices).map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
