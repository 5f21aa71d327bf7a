// How this program starts itself once more, in a process of its own.

/** The words to which those of the command line are added. */
export function ownProgram(): string[] {
  return [process.execPath, ...process.execArgv, Bun.main]
}
