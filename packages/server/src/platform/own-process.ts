// How a process of our own is started: by Bun from a file of the sources, or by the single-file executable from itself.
import { basename } from 'node:path'

export interface OwnProcess {
  /** The program and its words, to which those for the file may be added. */
  command: string[]
  /** What the process's environment must hold for the flags. */
  environment: Record<string, string>
}

/** To run `file` with Bun's flags. The executable has no files: it is called by the file's name, which executable.ts knows. */
export function ownProcess(file: string, flags: string[] = []): OwnProcess {
  return Bun.isStandaloneExecutable
    ? { command: [process.execPath, basename(file)], environment: { BUN_OPTIONS: flags.join(' ') } }
    : { command: [process.execPath, ...flags, file], environment: {} }
}
