// The settings that a table gives links, as people write them in its cells.
import { secondsOf } from '../../../lib/local-minute.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { type SettingRole, settingRoles } from './table.ts'

/** The cells of a row that aren't empty. */
export type SettingCells = Partial<Record<SettingRole, string>>

const yes = ['true', 'yes', 'on', '1', 'ya']
const no = ['false', 'no', 'off', '0', 'tidak']

function flag(cell: string): boolean | undefined {
  const word = cell.toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

/** Unix seconds; or a date, or a date and time, in this browser's zone. */
function moment(cell: string): number | undefined {
  if (/^\d{9,11}$/.test(cell)) return Number(cell)
  if (!/^\d{4}-\d{2}-\d{2}/.test(cell)) return undefined
  // A date alone would be read in UTC.
  const written = cell.length === 10 ? `${cell}T00:00` : cell.replace(' ', 'T')
  return secondsOf(written) ?? undefined
}

function clicks(cell: string): number | undefined {
  const number = Number(cell)
  return /^\d{1,10}$/.test(cell) && number >= 1 && number <= 1_000_000_000 ? number : undefined
}

/** Names between commas or semicolons, at most 20 of at most 48 characters. */
function tags(cell: string): string[] | undefined {
  const names = cell
    .split(/[,;|]/)
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length <= 20 && names.every((name) => [...name].length <= 48) ? names : undefined
}

type Setting = string | number | boolean | string[]

/** What the API takes; undefined if a cell can't be read. */
const readers: Record<SettingRole, (cell: string) => Setting | undefined> = {
  note: (cell) => (cell.length <= 2000 ? cell : undefined),
  starts_at: moment,
  max_clicks: clicks,
  ended_url: completeUrl,
  forward_query: flag,
  forward_path: flag,
  tags,
}

/** The first setting whose cell can't be read; null if there is none. */
export function unreadableSetting(cells: SettingCells): SettingRole | null {
  return (
    settingRoles.find((role) => cells[role] !== undefined && readers[role](cells[role]) === undefined) ?? null
  )
}

/** The settings as the API takes them. */
export function settingsIn(cells: SettingCells): Partial<Record<SettingRole, Setting>> {
  return Object.fromEntries(
    settingRoles.flatMap((role) => {
      const cell = cells[role]
      const value = cell === undefined ? undefined : readers[role](cell)
      return value === undefined ? [] : [[role, value]]
    }),
  )
}
