// Decides whether resource usage stayed flat during a soak test.
import type { Sample } from './sampling.ts'

/** A day of such growth still fits into the memory of most machines; caches grow far less during a soak. */
export const mostMebibytesPerMinute = 1
/** For handles and threads, because one more connection may happen to be open when a sample is taken. */
export const mostMore = 3
/** Only the minimum of each of these parts counts, because other samples include uncollected garbage. */
const parts = 8

export interface Verdict {
  mebibytesPerMinute: number
  moreHandles: number
  moreThreads: number
  isFlat: boolean
}

/** Evaluates the samples of a process that has warmed up. */
export function judge(samples: Sample[]): Verdict {
  if (samples.length < 4) throw new Error('there are too few samples')
  const verdict = {
    mebibytesPerMinute: slopeOf(least(samples).map(({ at, memory }) => [at / 60, memory])),
    moreHandles: growthOf(samples.map(({ handles }) => handles)),
    moreThreads: growthOf(samples.map(({ threads }) => threads)),
  }
  return {
    ...verdict,
    isFlat:
      verdict.mebibytesPerMinute < mostMebibytesPerMinute &&
      verdict.moreHandles <= mostMore &&
      verdict.moreThreads <= mostMore,
  }
}

/** The sample with the least memory in each part, in order of time. */
function least(samples: Sample[]): Sample[] {
  const length = Math.max(1, Math.floor(samples.length / parts))
  return Array.from({ length: Math.floor(samples.length / length) }, (_, part) =>
    samples
      .slice(part * length, (part + 1) * length)
      .reduce((less, sample) => (sample.memory < less.memory ? sample : less)),
  )
}

/** The median of the slopes between any two points (Theil and Sen), which outliers don't affect. */
function slopeOf(points: [x: number, y: number][]): number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).map(([laterX, laterY]) => (laterY - y) / (laterX - x)),
  )
  return median(slopes)
}

/** How many more there are in the second half than in the first one. */
function growthOf(numbers: number[]): number {
  const half = Math.floor(numbers.length / 2)
  return median(numbers.slice(-half)) - median(numbers.slice(0, half))
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}
