// Where the time of a redirect goes: by thread, and by function of the main thread.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ThreadTimes, threadTimes } from '../cpu.ts'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { type Share, selfTimes } from '../profile.ts'
import { ask } from '../queries.ts'
import type { Section } from '../section.ts'
import { startLinnet, startProfiledLinnet } from '../servers.ts'

const connections = 64
const functions = 25

export const profile: Section = {
  name: 'profile',
  title: 'Where the time of a redirect goes',
  method: `Under the load of the first section, in separate runs. The threads' times are the kernel's
(\`/proc/<pid>/task/*/stat\`), until all clicks are counted. The functions are those in which \`bun --cpu-prof\`,
looking every half millisecond, found the main thread most often. It sees JavaScript and the built-in functions that
JavaScript calls, but not the kernel, and not how Bun itself reads and writes HTTP.`,

  async measure({ options, dataSets, folder }) {
    const { codes, requests, seconds, warmUpSeconds } = options
    const visits = join(folder, 'visits-profile')
    writeVisits(visits, { links: codes, codes, count: requests })
    const data = await dataSets.copy({ links: codes })
    const profiles = join(folder, 'profiles')
    mkdirSync(profiles)
    const load = (port: number, time: number) =>
      sendLoad({ port, requests: visits, connections, seconds: time })
    try {
      const plain = await startLinnet(data.settings)
      if (warmUpSeconds > 0) await load(plain.port, warmUpSeconds)
      const before = threadTimes(plain.pid)
      const { requests: answered } = await load(plain.port, seconds)
      await ask(plain, data.key, `/links/${codeOf(0)}/stats/lifetime`)
      const threads = threadsTable(before, threadTimes(plain.pid), answered)
      await plain.end()

      const profiled = await startProfiledLinnet(data.settings, profiles)
      await load(profiled.port, seconds + warmUpSeconds)
      // It writes the profile when it exits.
      await profiled.end()
      return { rows: [], notes: [threads, functionsTable(selfTimes(profiles, functions))] }
    } finally {
      data.remove()
    }
  },
}

function threadsTable(
  before: Map<string, ThreadTimes>,
  after: Map<string, ThreadTimes>,
  redirects: number,
): string {
  const rows = [...after.values()].map(({ name, user, system }) => {
    const { user: userBefore = 0, system: systemBefore = 0 } = before.get(name) ?? {}
    const micros = (seconds: number) => (seconds / redirects) * 1e6
    return { name: roleOf(name), user: micros(user - userBefore), system: micros(system - systemBefore) }
  })
  rows.sort((a, b) => b.user + b.system - a.user - a.system)
  return [
    '| thread | user mode, µs per redirect | kernel mode, µs per redirect |',
    '|---|--:|--:|',
    ...rows
      .filter(({ user, system }) => user + system > 0)
      .map(({ name, user, system }) => `| ${name} | ${user.toFixed(2)} | ${system.toFixed(2)} |`),
  ].join('\n')
}

function roleOf(thread: string): string {
  if (thread === 'bun.exe') return 'main thread: responses'
  if (thread === 'Worker') return '`Worker`: click worker'
  return `\`${thread}\` of Bun`
}

function functionsTable(shares: Share[]): string {
  return [
    '| function | share of samples |',
    '|---|--:|',
    ...shares.map(
      ({ where, share }) => `| \`${where.replaceAll('|', '\\|')}\` | ${(share * 100).toFixed(1)} % |`,
    ),
  ].join('\n')
}
