// The result and time limit of an attempt at a receiver that is slow, endless or broken.
// retry-schedule.test.ts and sharing.test.ts test the rest in a running server.
import { expect, test } from 'bun:test'
import { startRawServer } from '../../../../../test/servers/raw-server.ts'
import { badReceivers } from '../../../../../test/webhooks/bad-receivers.ts'
import { createOutgoing, createResolve } from '../../platform/net/outgoing/index.ts'
import { createLog } from '../../platform/observability/log.ts'
import { attemptDelivery } from './attempts.ts'

const outgoing = createOutgoing({ allowPrivateTargets: true, resolve: createResolve([]) })
const event = { id: 'evt_1', type: 'link.created', body: '{}' }

test.each(badReceivers)(
  'a receiver that $what gets ten seconds in total, and a 2xx counts whatever happens to the rest',
  async ({ answer, isEndless, status, error }) => {
    const server = await startRawServer(answer)
    const given: number[] = []
    const hasty: typeof outgoing = {
      ...outgoing,
      request(address, options) {
        given.push(options.timeoutMilliseconds)
        return outgoing.request(address, { ...options, timeoutMilliseconds: isEndless ? 300 : 60_000 })
      },
    }
    const { outcome, attempt } = await attemptDelivery(hasty, {
      url: server.url,
      event,
      secrets: ['whsec_c2VjcmV0'],
      now: Date.now,
      log: createLog('error'),
      signal: new AbortController().signal,
    })
    server.stop()
    expect(given).toEqual([10_000])
    expect(attempt).toMatchObject({ status, error })
    expect(outcome).toBe(status === 200 ? 'delivered' : 'failed')
  },
)
