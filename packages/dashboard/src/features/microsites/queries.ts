// The queries of the microsite pages, and their cache keys.
import type { Asset, Me, Microsite, ShopItem } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { queryClient } from '../../lib/queries.ts'
import { meQuery } from '../../lib/session.ts'

export const micrositeKeys = {
  all: ['microsites'] as const,
  list: ['microsites', { all: true }] as const,
  one: (slug: string) => ['microsites', slug] as const,
  components: (slug: string) => ['microsites', slug, 'components'] as const,
  statistics: (slug: string) => ['microsites', slug, 'statistics'] as const,
  versions: (slug: string) => ['microsites', slug, 'versions'] as const,
}

/** How paths name a microsite: by its slug, or by its id on a custom domain, where another domain may have the same slug. */
export function nameInPaths({ id, slug, domain }: Pick<Microsite, 'id' | 'slug' | 'domain'>): string {
  const me = queryClient.getQueryData<Me>(meQuery.queryKey)
  return me && new URL(me.short_origin).host !== domain ? id : slug
}

export const micrositeQuery = (slug: string) =>
  queryOptions({
    queryKey: micrositeKeys.one(slug),
    queryFn: async ({ signal }) => (await client.microsites.get({ slug }, { signal })).data,
  })

export const componentsQuery = (slug: string) =>
  queryOptions({
    queryKey: micrositeKeys.components(slug),
    queryFn: async ({ signal }) => (await client.components.list({ slug }, { signal })).data,
  })

export const statisticsQuery = (slug: string) =>
  queryOptions({
    queryKey: micrositeKeys.statistics(slug),
    queryFn: async ({ signal }) => (await client.statistics.microsite({ slug }, { signal })).data,
    staleTime: 60_000,
  })

/** All versions that are kept. */
export const versionsQuery = (slug: string) =>
  queryOptions({
    queryKey: micrositeKeys.versions(slug),
    queryFn: async ({ signal }) =>
      (await client.micrositeVersions.list({ slug, limit: 50 }, { signal })).data,
    // Every change of the page may add one.
    staleTime: 0,
  })

export const versionQuery = (slug: string, versionId: string) =>
  queryOptions({
    queryKey: [...micrositeKeys.versions(slug), versionId],
    queryFn: async ({ signal }) => (await client.micrositeVersions.get({ slug, versionId }, { signal })).data,
  })

// Without items beyond this limit, the preview is still right for almost all pages.
const mostPages = 20

interface PageOf<Row> {
  data: Row[]
  next_cursor: string | null
}

async function allPages<Row>(load: (after?: string) => Promise<PageOf<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { data, next_cursor } = await load(after)
    rows.push(...data)
    if (next_cursor === null) break
    after = next_cursor
  }
  return rows
}

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: ({ signal }): Promise<Asset[]> =>
    allPages((after) => client.assets.list({ limit: 100, after }, { signal })),
  staleTime: 60_000,
})

export const itemsQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }): Promise<ShopItem[]> =>
    allPages((after) => client.shopItems.list({ limit: 100, after }, { signal })),
  staleTime: 60_000,
})

/** Reloads everything about microsites, after one was created or deleted. */
export const refreshMicrosites = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: micrositeKeys.all })

/** The titles of the newest microsites and of the shop items that show an image. */
export const imageUsageQuery = (path: string) =>
  queryOptions({
    queryKey: ['microsites', { using: path }],
    async queryFn({ signal }) {
      const { data: microsites } = await client.microsites.list({ limit: 20 }, { signal })
      const uses = await Promise.all(
        microsites.map(async ({ id, title }) => {
          const { data: components } = await client.components.list({ slug: id }, { signal })
          return JSON.stringify(components).includes(`"${path}"`) ? [title] : []
        }),
      )
      const { data: items } = await client.shopItems.list({ limit: 100 }, { signal })
      return [...uses.flat(), ...items.filter(({ image }) => image === path).map(({ title }) => title)]
    },
  })
