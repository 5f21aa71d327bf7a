// Templates that earlier versions kept in the browser: they are saved on the server once, in the person's own workspace.
import { type Utm, utmNames } from '@linnet/contract/utm'
import { useEffect } from 'react'
import { client } from '../../../lib/client.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMe } from '../../../lib/session.ts'
import { parameterOf, templatesQuery } from './utm-templates.ts'

export function useStoredTemplates(): void {
  const { user } = useMe()
  const isOwn = user.workspace.personal
  useEffect(() => {
    if (isOwn) void saveStored(`utm templates ${user.id}`)
  }, [isOwn, user.id])
}

async function saveStored(storageName: string): Promise<void> {
  const stored = take(storageName)
  if (stored.length === 0) return
  // A list that is still loading isn't loaded again by an invalidation.
  await queryClient.ensureQueryData(templatesQuery).catch(() => undefined)
  // Those that can't be saved, such as one whose name is taken, are as good as replaced.
  await Promise.allSettled(
    stored.map(([name, utm]) =>
      client.utmTemplates.create({
        name,
        ...Object.fromEntries(utmNames.map((one) => [parameterOf(one), utm[one] ?? null])),
      }),
    ),
  )
  await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
}

function take(storageName: string): [name: string, utm: Utm][] {
  try {
    const content: unknown = JSON.parse(localStorage.getItem(storageName) ?? '{}')
    localStorage.removeItem(storageName)
    return Object.entries(content ?? {})
  } catch {
    return []
  }
}
