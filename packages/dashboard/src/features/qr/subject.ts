// What a QR code is for: a link, a microsite, or all codes of the account, according to the page's URL.
import type { QrSettings } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'

export interface Subject {
  kind: 'account' | 'link' | 'microsite'
  /** The link's id, the microsite's slug or id, or empty. */
  id: string
  /** The placement that a link's code names. */
  placement?: string
}

export function subjectOf({ link, microsite }: { link?: string; microsite?: string }): Subject {
  if (link !== undefined) return { kind: 'link', id: link }
  return microsite === undefined ? { kind: 'account', id: '' } : { kind: 'microsite', id: microsite }
}

export interface QrCode {
  /** The title of the link or microsite. */
  name: string
  /** The slug, for names of files. */
  slug: string
  /** The URL in the code; null for all codes of the account. */
  shortUrl: string | null
  style: QrSettings
  /** The account's style, which a link can be reset to. */
  accountStyle: QrSettings
}

const pollMilliseconds = 1500

/** A code and its style, polled while its logo is being fetched. */
export const qrCodeQuery = ({ kind, id }: Subject) =>
  queryOptions({
    queryKey: ['qr', 'one', kind, id],
    async queryFn({ signal }): Promise<QrCode> {
      const accountStyle = client.qr.global({}, { signal }).then(({ data }) => data)
      if (kind === 'link') {
        const [link, style] = await Promise.all([
          client.links.get({ short: id }, { signal }),
          client.qr.link({ short: id }, { signal }),
        ])
        const { title, short, short_url } = link.data
        return {
          name: title || short,
          slug: short,
          shortUrl: short_url,
          style: style.data,
          accountStyle: await accountStyle,
        }
      }
      if (kind === 'microsite') {
        const { slug, title, url: shortUrl } = (await client.microsites.get({ slug: id }, { signal })).data
        return {
          name: title || slug,
          slug,
          shortUrl,
          style: await accountStyle,
          accountStyle: await accountStyle,
        }
      }
      return {
        name: '',
        slug: 'example',
        shortUrl: null,
        style: await accountStyle,
        accountStyle: await accountStyle,
      }
    },
    refetchInterval: ({ state }) => (state.data?.style.logo_status === 'pending' ? pollMilliseconds : false),
  })

/** The parameters with which the server renders the code. */
export const previewParameters = ({
  kind,
  id,
  placement,
}: Subject): { short?: string; slug?: string; placement?: string } =>
  kind === 'link' ? { short: id, placement } : kind === 'microsite' ? { slug: id } : {}
