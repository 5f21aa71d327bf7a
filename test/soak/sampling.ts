// Samples the memory and handles of a process and its children from /proc.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { needs } from '../command/requirements.ts'
import { childrenOf } from '../faults/cluster/processes.ts'

needs('Linux')

export interface Sample {
  /** Seconds since the first one. */
  at: number
  /** Anonymous resident memory, in MiB: heaps, stacks and what libraries have allocated. */
  memory: number
  /** The part of it that child processes have, such as a render worker. */
  ofChildren: number
  /** Including mapped files, such as the click journal. */
  resident: number
  handles: number
  /** The handles that are connections or listen for some. */
  sockets: number
  threads: number
}

/** The samples of one process, and when they begin. */
export class Samples {
  readonly taken: Sample[] = []
  private readonly start = performance.now()

  constructor(
    readonly name: string,
    private readonly pid: number,
  ) {}

  take(): Sample {
    const children = childrenOf(this.pid).map(lookAt)
    const parts = [lookAt(this.pid), ...children]
    const sum = (of: (part: Looked) => number, looked = parts) =>
      looked.reduce((total, part) => total + of(part), 0)
    const sample = {
      at: (performance.now() - this.start) / 1000,
      memory: sum(({ memory }) => memory),
      ofChildren: sum(({ memory }) => memory, children),
      resident: sum(({ resident }) => resident),
      handles: sum(({ handles }) => handles),
      sockets: sum(({ sockets }) => sockets),
      threads: sum(({ threads }) => threads),
    }
    this.taken.push(sample)
    return sample
  }
}

type Looked = Omit<Sample, 'at' | 'ofChildren'>

const nothing: Looked = { memory: 0, resident: 0, handles: 0, sockets: 0, threads: 0 }

function lookAt(pid: number): Looked {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
    const handles = readdirSync(`/proc/${pid}/fd`)
    return {
      memory: number('RssAnon') / 1024,
      resident: number('VmRSS') / 1024,
      handles: handles.length,
      sockets: handles.filter((handle) => isSocket(`/proc/${pid}/fd/${handle}`)).length,
      threads: number('Threads'),
    }
  } catch (error) {
    // A render worker comes and goes.
    if (['ENOENT', 'ESRCH'].includes((error as { code?: string }).code ?? '')) return nothing
    throw error
  }
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:')
  } catch {
    // It was closed meanwhile.
    return false
  }
}
