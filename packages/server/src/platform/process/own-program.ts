// How this program starts itself or a part of itself in a process of its own, from the sources or as a single-file executable.
import { basename, dirname, resolve } from 'node:path'

/** The words to which those of the command line are added. */
export function ownProgram(): string[] {
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, ...process.execArgv, Bun.main]
}

export interface OwnProcess {
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

export interface Installation {
  /** The folder that it is installed in. */
  home: string
  /** The program that people call, below that. */
  program: string
  /** The folder that the process was started in. */
  current: string
}

export function installation(): Installation {
  const place = Bun.isStandaloneExecutable
    ? { home: dirname(process.execPath), program: basename(process.execPath) }
    : { home: resolve(import.meta.dir, '../../../../..'), program: 'bin/linnet' }
  return { ...place, current: process.cwd() }
}
