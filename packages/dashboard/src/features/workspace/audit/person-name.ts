// The name of the person by whom the audit log is filtered, from what has been loaded already or from one of their entries.
import type { AuditEvent, Member } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'
import { queryClient } from '../../../lib/queries.ts'

interface Page<Row> {
  data: Row[]
}

/** Undefined until it is known. */
export function usePersonName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['workspace', 'person', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const known = knownPerson(id)
      if (known) return known.name || known.email
      const { data: entries } = await client.audit.list({ person: id, limit: 1 }, { signal })
      const person = entries[0]?.person
      return person ? person.name || person.email : null
    },
  })
  return data ?? undefined
}

function knownPerson(id: string | undefined): Pick<Member, 'name' | 'email'> | undefined {
  const found = queryClient.getQueriesData<Page<Member>>({ queryKey: ['workspace', 'found'] })
  for (const [, page] of found) {
    const member = page?.data.find((one) => one.id === id)
    if (member) return member
  }
  const logs = queryClient.getQueriesData<{ pages: Page<AuditEvent>[] }>({ queryKey: ['audit'] })
  for (const [, log] of logs)
    for (const page of log?.pages ?? []) {
      const person = page.data.find((event) => event.person?.id === id)?.person
      if (person) return person
    }
  return undefined
}
