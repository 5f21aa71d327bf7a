// The tags of the workspace, and the colours in which the dashboard shows them.
import type { Tag, TagColor } from '@linnet/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

/** Loaded again whenever links have changed, which may have made tags. */
export const tagsQuery = queryOptions({
  queryKey: ['links', 'tags'],
  queryFn: async ({ signal }): Promise<Tag[]> => (await client.tags.list({}, { signal })).data,
  staleTime: 60_000,
})

/** Seen well on light and on dark ground. Only a dot has it, so that names are as legible as other text. */
const shades: Record<TagColor, string> = {
  red: '#dc2626',
  orange: '#ea580c',
  amber: '#d97706',
  green: '#16a34a',
  teal: '#0d9488',
  blue: '#2563eb',
  indigo: '#6366f1',
  purple: '#9333ea',
  pink: '#db2777',
  grey: '#6b7280',
}

/** All colours, in the order in which people choose from them. */
export const colors = Object.keys(shades) as TagColor[]

export const shadeOf = (color: TagColor | undefined): string => shades[color ?? 'grey']

/** The colour of each tag by its name, as the records of links have it. */
export function useTagColors(): (name: string) => TagColor | undefined {
  const { data } = useQuery({ ...tagsQuery, select: colorsByName })
  return (name) => data?.get(name)
}

const colorsByName = (tags: Tag[]): ReadonlyMap<string, TagColor> =>
  new Map(tags.map(({ name, color }) => [name, color]))

/** Whether two names may be of the same tag; the server decides. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()
