// The values of the panel's form, and the update that is made of them.
import type { Link } from '@linnet/contract'
import { completeUrl } from '../../../shell/pasted-urls.ts'

/** Named like the fields of the update operation, so that its errors find them. */
export interface LinkValues {
  long_url: string
  title: string
  custom_slug: string
  /** Empty for the default domain. */
  domain_alias: string
  /** A new password; empty to keep the present one. */
  password: string
  has_password: boolean
  disposable: boolean
  adult: boolean
  /** A day, or empty. */
  archive_at: string
  /** Date and time in this browser's zone, to the minute, or empty. */
  expired_at: string
}

/** Fields that drafts never write into a storage. */
export const unstoredFields = ['password'] as const

export function valuesOf(link: Link, defaultHost: string): LinkValues {
  return {
    long_url: link.long_url,
    title: link.title,
    custom_slug: link.short,
    domain_alias: link.domain === defaultHost ? '' : link.domain,
    password: '',
    has_password: link.has_password,
    disposable: link.disposable,
    adult: link.adult,
    archive_at: link.archive_at ?? '',
    expired_at: link.expired_at === null ? '' : localMinute(link.expired_at),
  }
}

/** The body of the update: the changed fields alone. */
export function bodyOf(changes: Partial<LinkValues>) {
  const { long_url, has_password, password, expired_at, ...unconverted } = changes
  return {
    ...unconverted,
    ...(long_url === undefined ? {} : { long_url: completeUrl(long_url) }),
    ...(has_password === false ? { password: '' } : password ? { password } : {}),
    ...(expired_at === undefined
      ? {}
      : { expired_at: expired_at === '' ? null : Math.floor(new Date(expired_at).getTime() / 1000) }),
  }
}

/** Unix seconds as the value of a `datetime-local` field. */
export function localMinute(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
