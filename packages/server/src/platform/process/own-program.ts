// How this program starts itself, or one of its workers, as another process: from sources or as a single-file executable.
import { basename, dirname, resolve } from 'node:path'

/** The command to which the command line's arguments are added. */
export function ownProgram(): string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, Bun.main]
}

export interface OwnProcess {
  command: string[]
  /** The environment variables that the flags need. */
  environment: Record<string, string>
}

/** Runs `file` with Bun's flags. The executable has no files: it gets the file's name, which executable.ts knows. */
export function ownProcess(file: string, flags: string[] = []): OwnProcess {
  return Bun.isStandaloneExecutable
    ? { command: [process.execPath, basename(file)], environment: { BUN_OPTIONS: flags.join(' ') } }
    : { command: [process.execPath, ...flags, file], environment: {} }
}

export interface Installation {
  /** The folder that it is installed in. */
  home: string
  /** The program file, relative to that folder. */
  program: string
  /** The folder that the process was started in. */
  current: string
}

export function installation(): Installation {
  const paths = Bun.isStandaloneExecutable
    ? { home: dirname(process.execPath), program: basename(process.execPath) }
    : { home: resolve(import.meta.dir, '../../../../..'), program: 'bin/linnet' }
  return { ...paths, current: process.cwd() }
}
