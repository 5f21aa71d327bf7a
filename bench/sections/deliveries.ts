// Deliveries to endpoints: how many a second, what visitors notice of them, and whether many that wait delay the next.
import { measureClicks } from '../deliveries/clicks.ts'
import { measureNext } from '../deliveries/next.ts'
import { measureThroughput } from '../deliveries/throughput.ts'
import type { Section } from '../section.ts'

export const deliveries: Section = {
  name: 'deliveries',
  title: 'Deliveries of events',
  method: `Endpoints are on this machine, in the process of the benchmark on the load's core, and answer 200 at once;
\`ALLOW_PRIVATE_TARGETS=true\`. *Per second*: 40,000 deliveries of \`link.created\` wait on SQLite before the server
is started, of one endpoint or divided among ten; taken from the arrival of the first tenth, by when the code is
compiled, to that of the last. CPU is that of all threads in that time. *Clicks*: 16 connections of \`wrk\`, each of
which waits from 0 to 30 ms before its next visit (some 1,000 visits a second), for 20 seconds a round, on a server
without an endpoint and on one whose clicks are all delivered; the servers share the core and are measured in turn.
From a click to its arrival is taken ten times a second, from the redirect's answer on; clicks are told of in batches.
Were more clicked than is delivered, that time would grow by the load's every second: by how much it does is the slope
of a straight line (least squares). *The next*: one client makes some 300 links, one after the other; taken from
sending the request to the arrival of \`link.created\`, first with nothing else waiting, then while another endpoint
that never answers has 100,000 deliveries waiting, each due. PostgreSQL and its processes share the server's core.`,

  async measure(bench) {
    const throughput = await measureThroughput(bench)
    const { rows, notes } = await measureClicks(bench)
    const next = await measureNext(bench)
    return { rows: [...throughput, ...rows, ...next], notes }
  },
}
