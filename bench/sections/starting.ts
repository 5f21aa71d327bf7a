// How long visitors wait for a starting server, also after it was killed under load, and how long commands take.
import { join } from 'node:path'
import { type DataSet, email } from '../data/data-sets.ts'
import { codeOf } from '../data/link-texts.ts'
import { writeVisits } from '../data/requests.ts'
import { sendLoad } from '../load.ts'
import { atMost, spreadOf, under } from '../report/measurements.ts'
import type { Bench, Section } from '../section.ts'
import { timeOfCommand, timeToFirstRedirect } from '../servers.ts'

const connections = 64

export const starting: Section = {
  name: 'starting',
  title: 'Starting',
  method: `From starting \`bin/linnet serve\` to the first 302, with one link and with 1,000,000, retrying as long as the port
refuses connections. After a normal stop, and after a \`kill -9\` under load, which leaves a write-ahead log to recover
and a journal to count. The files are in the system's cache, as after a restart of a service. Commands are run 20 times
each through \`bin/linnet\` on the servers' core, after one run that isn't counted; \`linnet key create\` on SQLite, with
one link and without a server. The program's bundle was made before, as by \`npm ci\`.`,

  async measure(bench) {
    const { dataSets, options } = bench
    const small = await dataSets.copy({ links: 1 })
    const large = await dataSets.copy({ links: options.manyLinks })
    try {
      const empty = await startsWithOneLink(small, options.starts)
      const { stopped, killed } = await startsWithMany(large, bench)
      const help = await commands(['--help'], small, options.commands)
      const create = ['key', 'create', '--email', email, '--name', 'timed', '--scopes', 'all']
      const keys = await commands(create, small, options.commands)
      const row = (figure: string, values: number[]) => ({ figure, unit: 'ms', spread: spreadOf(values) })
      return {
        rows: [
          { ...row('Start to first redirect, one link', empty), target: atMost(200) },
          { ...row('Start to first redirect', stopped), target: atMost(300) },
          { ...row('Start to first redirect after kill -9', killed), target: under(500) },
          { ...row('`linnet --help`', help), target: atMost(120) },
          { ...row('`linnet key create`', keys), target: atMost(300) },
        ],
        notes: [],
      }
    } finally {
      for (const data of [small, large]) data.remove()
    }
  },
}

async function startsWithOneLink({ settings }: DataSet, starts: number): Promise<number[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const { server, milliseconds } = await timeToFirstRedirect(settings, `/${codeOf(0)}`)
    times.push(milliseconds)
    await server.end()
  }
  return times
}

async function startsWithMany({ settings }: DataSet, { options, folder }: Bench) {
  const { manyLinks, codes, requests, seconds, starts } = options
  const visits = join(folder, 'visits-start')
  writeVisits(visits, { links: manyLinks, codes: Math.min(codes, manyLinks), count: requests })
  const path = `/${codeOf(manyLinks >> 1)}`
  const stopped: number[] = []
  const killed: number[] = []
  for (let start = 0; start < starts; start++) {
    const first = await timeToFirstRedirect(settings, path)
    stopped.push(first.milliseconds)
    // The server is killed shortly before the load would end, so that `wrk` ends soon after it.
    const loaded = Math.ceil(seconds / 2)
    const load = sendLoad({
      port: first.server.port,
      requests: visits,
      connections,
      seconds: loaded,
    }).catch(() => 'it was killed')
    await Bun.sleep(loaded * 1000 - 500)
    await first.server.end('SIGKILL')
    await load
    const second = await timeToFirstRedirect(settings, path)
    killed.push(second.milliseconds)
    await second.server.end()
  }
  return { stopped, killed }
}

async function commands(words: string[], { settings }: DataSet, count: number): Promise<number[]> {
  await timeOfCommand(words, settings)
  const times: number[] = []
  for (let run = 0; run < count; run++) times.push(await timeOfCommand(words, settings))
  return times
}
