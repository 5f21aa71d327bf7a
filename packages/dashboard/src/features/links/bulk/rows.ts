// The rows of a table as links to create, and the problem of each before anything is sent.
import { shortCodePattern } from '@linnet/contract/short-codes'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { type SettingCells, unreadableSetting } from './settings.ts'
import { type Mapping, type SettingRole, settingRoles, type Table } from './table.ts'

export type Problem =
  | 'missing'
  | 'address'
  | 'long'
  | 'userinfo'
  | 'code'
  | 'repeated'
  | 'title'
  | SettingRole

export interface BulkRow {
  /** The row's number in the table, from 1, with the header counted. */
  number: number
  long_url: string
  short: string
  title: string
  settings: SettingCells
  /** The id of a UTM template. */
  template?: string
  problem: Problem | null
}

const longestUrl = 8192
const longestTitle = 48

export function rowsOf({ cells }: Table, mapping: Mapping, hasHeader: boolean): BulkRow[] {
  const codes = new Set<string>()
  const cell = (row: string[], column: number | null) => (column === null ? '' : (row[column] ?? '').trim())
  const settingsOf = (row: string[]): SettingCells =>
    Object.fromEntries(
      settingRoles.flatMap((role) => {
        const content = cell(row, mapping[role])
        return content === '' ? [] : [[role, content]]
      }),
    )
  return cells.slice(hasHeader ? 1 : 0).map((row, index) => {
    const long_url = completeUrl(cell(row, mapping.destination))
    const short = cell(row, mapping.code)
    const title = cell(row, mapping.title).replace(/\s+/g, ' ')
    const settings = settingsOf(row)
    const problem = problemOf({ long_url, short, title }, codes) ?? settingProblem(settings)
    if (short !== '') codes.add(short)
    return { number: index + (hasHeader ? 2 : 1), long_url, short, title, settings, problem }
  })
}

/** The API judges where a link leads once it has ended; what is no address is found here. */
function settingProblem(settings: SettingCells): Problem | null {
  const { ended_url } = settings
  if (
    ended_url !== undefined &&
    problemOf({ long_url: completeUrl(ended_url), short: '', title: '' }, new Set())
  )
    return 'ended_url'
  return unreadableSetting(settings)
}

function problemOf(
  { long_url, short, title }: Pick<BulkRow, 'long_url' | 'short' | 'title'>,
  codes: ReadonlySet<string>,
): Problem | null {
  if (long_url === '') return 'missing'
  if (long_url.length > longestUrl) return 'long'
  if (!/^https?:\/\/[^/\\?#\s]+/i.test(long_url) || /[\s\p{Cc}]/u.test(long_url) || !URL.canParse(long_url))
    return 'address'
  if (!long_url.isWellFormed()) return 'address'
  const { username, password, hostname } = new URL(long_url)
  if (username || password) return 'userinfo'
  // A single word without a dot is text rather than a host.
  if (!hostname.includes('.') && !hostname.includes(':') && hostname !== 'localhost') return 'address'
  if (short !== '' && !shortCodePattern.test(short)) return 'code'
  if (short !== '' && codes.has(short)) return 'repeated'
  return title.length > longestTitle ? 'title' : null
}
