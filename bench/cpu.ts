// The CPU time of a server, as accounted by the kernel (proc(5)).
import { readdirSync, readFileSync } from 'node:fs'

// The unit of /proc/<pid>/stat: USER_HZ, which is 100 on every Linux that Bun runs on.
const tickSeconds = 0.01

/** CPU seconds of a process: all its threads, including ended ones, and its child processes. */
export function cpuSeconds(pid: number): number {
  const [, ...children] = descendants(pid)
  return children.reduce((sum, child) => sum + secondsOf(child), times(pid).seconds)
}

/** Of a child process; one that has ended meanwhile is accounted to its parent. */
function secondsOf(child: number): number {
  try {
    return times(child).seconds
  } catch {
    return 0
  }
}

/** CPU seconds of the threads with this name, accounted in nanoseconds. */
export function secondsOfThreads(pid: number, name: string): number {
  const folders = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  const found = folders.filter((folder) => readFileSync(`${folder}/comm`, 'utf8').trim() === name)
  if (found.length === 0) throw new Error(`no thread is named ${name}`)
  const nanoseconds = (folder: string) => Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
  return found.reduce((sum, folder) => sum + nanoseconds(folder), 0) / 1e9
}

/** CPU seconds of the threads with one name: in the program, and in the kernel on its behalf. */
export interface ThreadTimes {
  name: string
  user: number
  system: number
}

/** The living threads of a process by name; they are accounted in hundredths of a second. */
export function threadTimes(pid: number): Map<string, ThreadTimes> {
  const threads = new Map<string, ThreadTimes>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const line = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
    const fields = fieldsOf(line)
    const sum = threads.get(name) ?? { name, user: 0, system: 0 }
    sum.user += Number(fields[11]) * tickSeconds
    sum.system += Number(fields[12]) * tickSeconds
    threads.set(name, sum)
  }
  return threads
}

export interface Memory {
  /** Resident mebibytes: all, and those that aren't backed by files. */
  resident: number
  anonymous: number
}

export function residentMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { resident: field('VmRSS'), anonymous: field('RssAnon') }
}

interface ProcessTimes {
  parent: number
  seconds: number
}

/** The fields from the third on: the name before them may contain spaces and brackets. */
function fieldsOf(line: string): string[] {
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

function times(pid: number): ProcessTimes {
  const fields = fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // User and system time of its own threads, and of the children that it has waited for.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return { parent: Number(fields[1]), seconds: ticks * tickSeconds }
}

/** A process and all its descendants. */
export function descendants(root: number): number[] {
  const found = [root]
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      parents.set(Number(name), times(Number(name)).parent)
    } catch {
      // It has ended in the meantime.
    }
  }
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}
