// The log: one JSON object per line, without secrets and without visitors' addresses.

export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  /** A bug, or a failure of the machine; the line contains the error's stack. */
  error(event: string, error: unknown, fields?: LogFields): void
}

export const logLevels = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A log that writes the lines of `level` and above to standard error. */
export function createLog(level: LogLevel): Log {
  const threshold = logLevels.indexOf(level)
  const write = (of: LogLevel, event: string, fields: LogFields = {}) => {
    if (logLevels.indexOf(of) < threshold) return
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level: of, event, ...fields })}\n`,
    )
  }
  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, error, fields) =>
      write('error', event, {
        ...fields,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  }
}
