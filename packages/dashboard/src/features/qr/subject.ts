// What a code is of: a link, a microsite, or all of the account; from the page's address.
import type { QrSettings } from '@linnet/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'

export interface Subject {
  kind: 'account' | 'link' | 'microsite'
  /** The link's id, the microsite's slug, or empty. */
  id: string
}

export function subjectOf({ link, microsite }: { link?: string; microsite?: string }): Subject {
  if (link !== undefined) return { kind: 'link', id: link }
  return microsite === undefined ? { kind: 'account', id: '' } : { kind: 'microsite', id: microsite }
}

export interface QrCode {
  /** What it is called. */
  name: string
  /** For files' names. */
  code: string
  /** What people come to; null for all of the account. */
  shortUrl: string | null
  look: QrSettings
  /** The look of the account, to which a link may go back. */
  account: QrSettings
}

const pollMilliseconds = 1500

/** What a code is of and how it looks, asked for again while its logo is being fetched. */
export const qrCodeQuery = ({ kind, id }: Subject, shortOrigin: string) =>
  queryOptions({
    queryKey: ['qr', 'one', kind, id],
    async queryFn({ signal }): Promise<QrCode> {
      const account = client.qr.global({}, { signal }).then(({ data }) => data)
      if (kind === 'link') {
        const [link, look] = await Promise.all([
          client.links.get({ short: id }, { signal }),
          client.qr.link({ short: id }, { signal }),
        ])
        const { title, short, short_url } = link.data
        return {
          name: title || short,
          code: short,
          shortUrl: short_url,
          look: look.data,
          account: await account,
        }
      }
      if (kind === 'microsite') {
        const { slug, title } = (await client.microsites.get({ slug: id }, { signal })).data
        const shortUrl = `${shortOrigin}/${slug}`
        return { name: title || slug, code: slug, shortUrl, look: await account, account: await account }
      }
      return { name: '', code: 'example', shortUrl: null, look: await account, account: await account }
    },
    refetchInterval: ({ state }) => (state.data?.look.logo_status === 'pending' ? pollMilliseconds : false),
  })

/** The parameters by which the server draws it. */
export const previewParameters = ({ kind, id }: Subject): { short?: string; slug?: string } =>
  kind === 'link' ? { short: id } : kind === 'microsite' ? { slug: id } : {}
