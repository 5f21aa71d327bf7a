// The placements of a link, and their QR codes.
import type { LinkPlacements } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const placementsQuery = (link: string) =>
  queryOptions({
    queryKey: ['links', 'placements', link],
    queryFn: async ({ signal }): Promise<LinkPlacements> =>
      (await client.placements.list({ short: link }, { signal })).data,
  })

/** The QR code of a link with a placement, as SVG. */
export const codeQuery = (link: string, placement: string) =>
  queryOptions({
    queryKey: ['qr', 'placement', link, placement],
    queryFn: async ({ signal }) => (await client.qr.preview({ short: link, placement }, { signal })).data.svg,
    staleTime: 60_000,
  })
