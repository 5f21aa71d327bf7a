// Kills a server at random moments under load, and restarts it each time.

import { type ServerProcess, serve, serveBriefly } from '../machine/program.ts'
import type { Service } from './service.ts'
import type { Random } from './suite-settings.ts'
import type { Traffic } from './traffic.ts'

export interface Killing {
  settings: Record<string, string>
  service: Service
  traffic: Traffic
  random: Random
  kills: number
  /**
   * Some servers are killed within this many milliseconds, before they respond: while they take over what the last one left.
   */
  briefMilliseconds: number
  /** Inspects a server that was just killed. */
  lookAt?(killed: ServerProcess): Promise<void>
}

/** Kills the server this many times, then lets disconnected users continue. Returns the last server, which is running. */
export async function killAtRandom(first: ServerProcess, killing: Killing): Promise<ServerProcess> {
  const { settings, service, traffic, random } = killing
  let server = first
  for (let kill = 0; kill < killing.kills; kill++) {
    const crowd = traffic.begin()
    await traffic.untilSomeMoment(crowd.over)
    if ((await server.end('SIGKILL')) !== null) throw new Error('the server had ended before it was killed')
    await crowd.over
    await killing.lookAt?.(server)
    if (random.below(4) === 0) await serveBriefly(settings, random.below(killing.briefMilliseconds))
    server = await serve(settings)
    service.url = server.url
  }
  const crowd = traffic.begin()
  await service.until('calls', 100, crowd.over)
  crowd.leave()
  await crowd.over
  return server
}
