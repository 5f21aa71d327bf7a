// Several processes at one PostgreSQL: what they carry, what it costs beside SQLite, and the first visit of a code.
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
  method: `The redirects of above on 1,000,000 links, 100,000 codes of which are asked for beforehand
until, by the servers' own metrics, fewer than one visit in a thousand has to look its code up. **Two processes.** On two cores there is no third one for the load. So one process (\`WORKERS=1\`), its
PostgreSQL and a \`wrk\` have one core together; two processes (\`WORKERS=2\`), PostgreSQL and two of \`wrk\` have two; each
with 32 connections for each \`wrk\`, in turn. The target is held against the redirects for each second of a core that
\`wrk\` has left, idle or not, times the cores: so what two processes wait for each other, or for the database, counts
against them. PostgreSQL's own time is in both, and so is what counting the round's clicks takes after its end: on a core
that is full, visitors come first, and clicks are counted later. **Warm cache.** A server on SQLite and one on PostgreSQL, in turn,
each on a core of its own and 64 connections of one \`wrk\` on the other. The target is held with PostgreSQL on the
other core, as it is elsewhere where there are nodes; with all of PostgreSQL on the server's core it has to share it.
**Cold cache.** A node is asked by one client, on one connection, for codes taken from all over the links, each once, and
the clicks of these visits are counted meanwhile; node and PostgreSQL (its pages in memory) have both cores. The first
10,000 come while the node's code is being compiled, which takes a second of a core; the target is held against 10,000
others, after 10,000 in between. **Corrections.** Of two nodes, one is told to change a link, and the other, which
remembers its code, is visited until it redirects to the new place: the time from the answer to the change.`,

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
