// Several processes with one PostgreSQL: their throughput, the cost compared with SQLite, and the first visit of a code.
import { startPostgres } from '../../test/servers/postgres.ts'
import { coldLookups } from '../nodes/cold-lookups.ts'
import { corrections } from '../nodes/corrections.ts'
import { stageOf } from '../nodes/stage.ts'
import { twoWorkers } from '../nodes/two-workers.ts'
import { warmCache } from '../nodes/warm-cache.ts'
import type { Section } from '../section.ts'

export const nodes: Section = {
  name: 'nodes',
  title: 'Many nodes',
  method: `The redirects above on 1,000,000 links. 100,000 of their codes are requested beforehand until, by the
servers' own metrics, fewer than one visit in a thousand misses the cache. **Two processes.** With two cores there is
no third one for the load, so one process (\`WORKERS=1\`), its PostgreSQL and one \`wrk\` share one core; two processes
(\`WORKERS=2\`), PostgreSQL and two \`wrk\` share two; each \`wrk\` has 32 connections, and the two setups alternate. The
target applies to the redirects per second of core time that \`wrk\` left over, idle or not, multiplied by the number of
cores: so the time that two processes wait for each other, or for the database, counts against them. Both include
PostgreSQL's own time, and the time to count the round's clicks after its end: on a full core, visitors come first,
and clicks are counted later. **Warm cache.** A server on SQLite and one on PostgreSQL, in turn, each on one core,
with 64 connections of one \`wrk\` on the other. The target applies with PostgreSQL on the other core, as it would be in
production with several nodes; with all of PostgreSQL on the server's core, they have to share it. **Cold cache.** One
client requests codes, drawn from all links, from a node over one connection, each code once, while the clicks of
these visits are counted; the node and PostgreSQL (its pages in memory) have both cores. The first 10,000 arrive while the node's
code is being compiled, which takes about a second of CPU; the next 10,000 are not measured; the target applies to the
10,000 after those. **Propagation.** One of two nodes gets a request to change a link, and the other, which has cached
the code, is visited until it redirects to the new destination: this is the time since the response to the change.`,

  async measure(bench) {
    const postgres = await startPostgres()
    try {
      const data = await bench.dataSets.onPostgres(postgres.url, { links: bench.options.manyLinks })
      const stage = stageOf(bench, postgres.url, data)
      const rows = [
        ...(await twoWorkers(stage)),
        ...(await warmCache(stage)),
        ...(await coldLookups(stage)),
        ...(await corrections(stage)),
      ]
      data.remove()
      return { rows, notes: [] }
    } finally {
      await postgres.stop()
    }
  },
}
