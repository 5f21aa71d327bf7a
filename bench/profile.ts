// Reads a profile of Bun's sampling profiler: the functions with most samples.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './servers.ts'

interface CallFrame {
  functionName: string
  /** A file's path, or empty for built-in functions. */
  url: string
  /** From 0. */
  lineNumber: number
}

/** The format of Chrome's profiles, in which Bun writes its own. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
}

export interface Share {
  where: string
  /** Its part of all samples, from 0 to 1. */
  share: number
}

/** The functions by their own samples, most first. */
export function selfTimes(folder: string, most: number): Share[] {
  const counts = new Map<string, number>()
  let all = 0
  for (const file of readdirSync(folder)) {
    const { nodes, samples } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
    const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
    for (const id of samples) {
      const place = places.get(id) ?? '(unknown)'
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    all += samples.length
  }
  const shares = [...counts].map(([where, count]) => ({ where, share: count / all }))
  return shares.sort((a, b) => b.share - a.share).slice(0, most)
}

function placeOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName || '(anonymous)'
  if (!url) return `${name}, built in`
  const file = url.replace(/^file:\/\//, '')
  return `${name}, ${file.startsWith('/') ? relative(root, file) : file}:${lineNumber + 1}`
}
