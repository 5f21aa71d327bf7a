// The clock of one real process, set while it runs by Debian's libfaketime; monotonic time goes on as before.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFaketime, needs } from '../../command/requirements.ts'
import type { Settings } from '../../machine/program.ts'

needs('libfaketime')

const hourSeconds = 3600

export interface MovableClock {
  /** Environment variables for the process. */
  settings: Settings
  folder: string
  /** Sets it an hour forward, or back if that would be in another month, in which quotas reset. */
  move(): void
  moveBack(): void
}

export async function movableClock(): Promise<MovableClock> {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-clock-'))
  const file = join(folder, 'offset')
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  set(0)
  const monthOf = (moment: number) => new Date(moment).getUTCMonth()
  return {
    folder,
    settings: {
      LD_PRELOAD: findFaketime(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '0',
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move() {
      const isSameMonth = monthOf(Date.now()) === monthOf(Date.now() + hourSeconds * 1000)
      set(isSameMonth ? hourSeconds : -hourSeconds)
    },
    moveBack: () => set(0),
  }
}
