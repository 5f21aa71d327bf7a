// How many files and connections this process has open, and how many the system lets it open.
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'

// Only on Linux.
const limits = '/proc/self/limits'

/**
 * Roughly how many are open, by opening one more: the system gives it the lowest free number (POSIX open). Infinite if
 * none is left.
 */
export function openFiles(): number {
  try {
    const file = openSync(devNull, 'r')
    closeSync(file)
    return file
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The most that may be open at once: the hard limit, to which Bun raises the soft one when it starts. */
export function mostOpenFiles(): number {
  const hard = Number(hardLimit())
  return Number.isFinite(hard) ? hard : Number.POSITIVE_INFINITY
}

/** The runtime's report takes 20 ms, and its stack trace loads the source map, so it is only for other systems. */
function hardLimit(): number | string | undefined {
  if (existsSync(limits)) return /^Max open files +\S+ +(\S+)/m.exec(readFileSync(limits, 'utf8'))?.[1]
  const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } }
  return report.userLimits?.open_files?.hard
}
