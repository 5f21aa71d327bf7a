// Deliveries to endpoints: how many a second, how they affect visitors, and whether a backlog delays the next one.
import { measureClicks } from '../deliveries/clicks.ts'
import { measureNext } from '../deliveries/next.ts'
import { measureThroughput } from '../deliveries/throughput.ts'
import type { Section } from '../section.ts'

export const deliveries: Section = {
  name: 'deliveries',
  title: 'Deliveries of events',
  method: `Endpoints are on this machine, in the benchmark's process on the load's core, and answer 200 at once;
\`ALLOW_PRIVATE_TARGETS=true\`. *Per second*: 40,000 deliveries of \`link.created\` are pending on SQLite before the
server starts, for one endpoint or spread over ten. The measurement begins when the first tenth has arrived, because
the code is compiled by then, and ends with the last delivery. CPU is that of all threads in that time. *Clicks*: 16
connections of \`wrk\`, each of which waits from 0 to 30 ms before its next visit (some 1,000 visits a second), for 20
seconds a round, on a server without an endpoint and on one whose clicks are all delivered; the servers share the core
and are measured in turn. The time from a click to its arrival is measured ten times a second, from the redirect's
response; clicks are sent in batches. If there were more clicks than deliveries, that time would grow with every
second of the load: the growth is the slope of a straight line (least squares). *The next delivery*: one client
creates some 300 links, one after another; measured from sending the request to the arrival of \`link.created\`, first
with nothing else pending, then while an endpoint that never answers has 100,000 pending deliveries, all of them due.
PostgreSQL and its processes share the server's core.`,

  async measure(bench) {
    const throughput = await measureThroughput(bench)
    const { rows, notes } = await measureClicks(bench)
    const next = await measureNext(bench)
    return { rows: [...throughput, ...rows, ...next], notes }
  },
}
