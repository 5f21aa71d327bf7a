// The workspace's templates of campaign parameters: listed, saved and deleted.
import type { UtmTemplate } from '@linnet/contract'
import { type Utm, utmNames } from '@linnet/contract/utm'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'

export const templatesQuery = queryOptions({
  queryKey: ['utm templates'],
  queryFn: async ({ signal }) => (await client.utmTemplates.list({}, { signal })).data,
})

export const parameterOf = (name: (typeof utmNames)[number]) => name.slice('utm_'.length) as ShortName
type ShortName = 'source' | 'medium' | 'campaign' | 'term' | 'content'

/** The parameters that a template sets. */
export function utmOf(template: UtmTemplate): Utm {
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = template[parameterOf(name)]
      return value ? [[name, value]] : []
    }),
  )
}

export function useTemplates() {
  const language = useLanguage()
  const { data: templates = [] } = useQuery(templatesQuery)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  /** Resolves to what was changed; undefined if that failed. */
  async function change<Changed>(work: () => Promise<Changed>): Promise<Changed | undefined> {
    setBusy(true)
    setFailure('')
    try {
      return await work()
    } catch (error) {
      setFailure(messageOf(error, language))
      return undefined
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })
    }
  }

  return {
    templates,
    busy,
    failure,
    /** Replaces the template of this name, if there is one. */
    save: (name: string, utm: Utm) =>
      change(async () => {
        const parameters = Object.fromEntries(utmNames.map((one) => [parameterOf(one), utm[one] ?? null]))
        const same = templates.find((template) => template.name === name)
        const saved = same
          ? client.utmTemplates.update({ id: same.id, ...parameters })
          : client.utmTemplates.create({ name, ...parameters })
        return (await saved).data
      }),
    remove: (id: string) => change(() => client.utmTemplates.remove({ id })),
  }
}
