// How many files and connections this process has open, and how many the system lets it open.
import { closeSync, openSync, readFileSync } from 'node:fs'
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

let most: number | undefined

/**
 * The most that may be open at once: the hard limit, to which Bun raises the soft one when it starts. Found out once, because
 * that opens a file, which fails when it matters most.
 */
export function mostOpenFiles(): number {
  most ??= Number(hardLimit())
  return Number.isFinite(most) ? most : Number.POSITIVE_INFINITY
}

function hardLimit(): number | string | undefined {
  try {
    return /^Max open files +\S+ +(\S+)/m.exec(readFileSync(limits, 'utf8'))?.[1]
  } catch {
    // Another system, or no file can be opened. The report takes 20 ms, and its stack trace loads the source map.
    const report = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } }
    return report.userLimits?.open_files?.hard
  }
}
