// How many files and connections this process has open, and how many the system lets it open.
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

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
  const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } }
  const hard = Number(report.userLimits?.open_files?.hard)
  return Number.isFinite(hard) ? hard : Number.POSITIVE_INFINITY
}
