// The memory of a server: idle, and under long load with a million links.
import { join } from 'node:path'
import { type Memory, residentMemory } from '../cpu.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { atMost, type Row, slope, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'

const connections = 64
const sampleMilliseconds = 1000
// "Flat": the allowed growth per minute, with tolerance for garbage collection.
const flat = 1

export const memory: Section = {
  name: 'memory',
  title: 'Memory',
  method: `\`VmRSS\` in \`/proc/<pid>/status\`, which includes the pages of mapped files, every second. Idle: a server with
1,000,000 links and no requests, in the last of ten seconds. Under load: the redirects above at full speed on 100,000
of the 1,000,000 links, for ten minutes; the figures are from the last eight minutes. The growth is the slope of a straight
line through them (least squares).`,

  async measure({ options, dataSets, folder }) {
    const { manyLinks, codes, requests, soakSeconds, settlingSeconds } = options
    const data = await dataSets.copy({ links: manyLinks })
    const visits = join(folder, 'visits-soak')
    writeVisits(visits, { links: manyLinks, codes: Math.min(codes, manyLinks), count: requests })
    const server = await startLinnet(data.settings)
    try {
      const idle = (await watch(server, () => Bun.sleep(Math.min(10, soakSeconds) * 1000))).slice(-5)
      const load = { port: server.port, requests: visits, connections, seconds: soakSeconds }
      const samples = await watch(server, () => sendLoad(load))
      const settled = samples.slice(Math.min(settlingSeconds, samples.length - 2))
      return { rows: rowsOf(idle, settled), notes: [] }
    } finally {
      await server.end()
      data.remove()
    }
  },
}

/** Samples a server's memory, at least twice, while something runs. */
async function watch({ pid }: Server, during: () => Promise<unknown>): Promise<Memory[]> {
  const samples = [residentMemory(pid)]
  const timer = setInterval(() => samples.push(residentMemory(pid)), sampleMilliseconds)
  try {
    await during()
  } finally {
    clearInterval(timer)
  }
  return [...samples, residentMemory(pid)]
}

function rowsOf(idle: Memory[], loaded: Memory[]): Row[] {
  const row = (figure: string, samples: Memory[], part: keyof Memory): Row => ({
    figure,
    unit: 'MiB',
    spread: spreadOf(samples.map((sample) => sample[part])),
  })
  return [
    { ...row('Idle', idle, 'resident'), target: atMost(70) },
    row('Idle, without mapped files', idle, 'anonymous'),
    { ...row('Under load', loaded, 'resident'), target: atMost(160) },
    row('Under load, without mapped files', loaded, 'anonymous'),
    {
      figure: 'Growth under load',
      unit: 'MiB/min',
      spread: spreadOf([slope(loaded.map(({ resident }) => resident)) * 60]),
      target: atMost(flat),
    },
  ]
}
