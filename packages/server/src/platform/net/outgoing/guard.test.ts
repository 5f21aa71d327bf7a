// Where outgoing requests may go: only to public addresses, however an address is written and whatever a name resolves to.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import type { Fault } from '@linnet/contract'
import fc from 'fast-check'
import { type NameServer, startNameServer } from '../../../../../../test/servers/name-server.ts'
import { type RawServer, startRawServer } from '../../../../../../test/servers/raw-server.ts'
import { exchange } from './exchange.ts'
import { createOutgoing, createResolve, type FailureReason, OutgoingFailure } from './index.ts'
import { targetOf } from './target.ts'

const options = { mostBytes: 1000, timeoutMilliseconds: 5000 }
// Public addresses of others. No request is ever sent there.
const [public4, public6] = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']

/** Listeners on this machine that no request may reach: one for each address family of the machine. */
const traps: RawServer[] = []
let port: number
let nameServer: NameServer

beforeAll(async () => {
  const reached = (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nreached')
  const trap = await startRawServer(reached)
  port = trap.port
  const other = await startRawServer(reached, '::1', port).catch(() => null)
  traps.push(trap, ...(other ? [other] : []))
  nameServer = await startNameServer()
})

afterAll(() => {
  nameServer.stop()
  for (const trap of traps) trap.stop()
})

const guarded = createOutgoing({ allowPrivateTargets: false })
/** Resolves names with this file's name server. */
const named = (allowPrivateTargets = false) =>
  createOutgoing({ allowPrivateTargets, resolve: createResolve([nameServer.address]) })
/** A resolver that returns these addresses for every name. */
const resolvingTo = (...addresses: string[]) =>
  createOutgoing({ allowPrivateTargets: false, resolve: async () => addresses })

/** Why a request fails; 'answered' where it does not. */
async function outcome(outgoing: typeof guarded, address: string): Promise<FailureReason | 'answered'> {
  return await outgoing.request(address, options).then(
    () => 'answered' as const,
    (error) => {
      if (error instanceof OutgoingFailure) return error.reason
      throw error
    },
  )
}

async function expectUnreached(what: () => Promise<FailureReason | 'answered'>): Promise<void> {
  const before = traps.map(({ requests }) => requests.length)
  expect(await what()).toBe('private-target')
  expect(traps.map(({ requests }) => requests.length)).toEqual(before)
}

// Every notation of an address that a parser, a resolver or a system might understand, and what each range is for.
const notations: [kind: string, ...hosts: string[]][] = [
  ['loopback', '127.0.0.1', '127.0.0.2', '127.255.255.254', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ['loopback in decimal', '2130706433', '127.1', '127.0.1', '127.65535'],
  ['loopback in hexadecimal', '0x7f000001', '0X7F000001', '0x7f.1', '0x7f.0x0.0x0.0x1', '127.0x000001'],
  ['loopback in octal', '0177.0.0.1', '017700000001', '00000000177.0.0.1', '0177.1'],
  ['loopback in mixed notations', '0x7f.0.0.01', '0177.0x0.1'],
  ['loopback with a dot at its end', '127.0.0.1.', '2130706433.', '0x7f.1.'],
  ['loopback in other scripts', '１２７.０.０.１', '①②⑦.0.0.1', '127。0。0。1', '127．0．0．1'],
  ['loopback, percent-encoded', '127%2e0%2e0%2e1', '%31%32%37.0.0.1', '127.0.0.1%E2%80%8B', '%5B::1%5D'],
  ['localhost', 'localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'ⓛocalhost', 'localho%C2%ADst'],
  ['names under localhost', 'a.localhost', 'a.b.localhost.', 'metadata.LocalHost', '.localhost'],
  ['unspecified', '0', '0.0.0.0', '0x0', '0.1.2.3', '[::]', '[0::0]'],
  ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '0xa000001'],
  ['private in octal and short', '012.1', '0300.0250.0.1', '192.168.257', '3232235777', '0xac.0x10.1'],
  ['link-local and metadata', '169.254.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe', '[fe80::1]'],
  [
    'metadata elsewhere',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
  ],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.254', '1681915905'],
  ['protocol assignments', '192.0.0.1', '192.0.0.8', '192.0.0.170', '[2001:1::1]', '[2001:4:112::1]'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  ['benchmarking', '198.18.0.1', '198.19.255.255', '[2001:2::1]'],
  ['multicast', '224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]'],
  ['reserved and broadcast', '240.0.0.1', '255.255.255.255', '4294967295', '192.88.99.1', '192.52.193.1'],
  ['unique-local and site-local', '[fc00::1]', '[fdff:ffff::1]', '[fec0::1]'],
  ['IPv4-mapped', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::FFFF:10.0.0.1]'],
  ['IPv4-mapped, of public addresses too', `[::ffff:${public4}]`],
  ['IPv4-compatible', '[::127.0.0.1]', '[::7f00:1]', '[::a9fe:a9fe]'],
  ['IPv4-translated', '[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::7f00:1]'],
  ['local NAT64, of public addresses too', `[64:ff9b:1::${public4}]`],
  ['6to4 and Teredo', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::1]', '[2001::1]'],
  ['ISATAP', '[2001:470:1::5efe:10.0.0.1]', '[2001:470:1::200:5efe:7f00:1]'],
  ['ORCHID, discard and segment routing', '[2001:10::1]', '[2001:20::1]', '[100::1]', '[5f00::1]'],
  ['unallocated', '[4000::1]', '[8000::1]', '[200::1]', '[1::1]'],
]

describe('an address that is not public is refused, and no listener is reached', () => {
  for (const [kind, ...hosts] of notations)
    for (const host of hosts)
      test(`${kind}: ${host}`, async () => {
        const address = `http://${host}:${port}/`
        // What the URL parser refuses can't be sent to either; all others must get the reason.
        const reason = URL.canParse(address) ? 'private-target' : 'bad-address'
        const before = traps.map(({ requests }) => requests.length)
        for (const scheme of ['http', 'https'])
          expect(await outcome(guarded, address.replace('http', scheme))).toBe(reason)
        expect(traps.map(({ requests }) => requests.length)).toEqual(before)
        expect(guarded.faultOf(address)?.code).toBe(
          reason === 'private-target' ? 'private_target' : 'unusable_address',
        )
      })

  test('every private address, in any of the usual notations', () => {
    const ranges: [number, number][] = [
      [0x0a000000, 24],
      [0x7f000000, 24],
      [0xa9fe0000, 16],
      [0xac100000, 20],
      [0xc0a80000, 16],
    ]
    const privateNumber = fc
      .constantFrom(...ranges)
      .chain(([first, bits]) => fc.nat(2 ** bits - 1).map((rest) => first + rest))
    fc.assert(
      fc.property(privateNumber, (number) => {
        const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
        const [a, b] = bytes as [number, number]
        const groups = `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`
        for (const host of [
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
          bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
          `${a}.${number & 0xffffff}`,
          `${a}.${b}.${number & 0xffff}`,
          `[::ffff:${groups}]`,
          `[64:ff9b::${groups}]`,
          `[2002:${groups}::1]`,
        ])
          expect([host, guarded.faultOf(`http://${host}/`)]).not.toContain(null)
      }),
    )
  })
})

describe('an address that is public is not refused', () => {
  const hosts = [
    public4,
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '11.0.0.1',
  ]
  const more = [
    `[${public6}]`,
    '[2a00:1450:4001::200e]',
    `[64:ff9b::${public4}]`,
    'example.com',
    'bücher.example',
  ]
  for (const host of [...hosts, ...more])
    test(host, () => {
      expect(guarded.faultOf(`https://${host}/path?query`)).toBeNull()
    })
})

describe("an address that can't be used is refused with a fault that says why", () => {
  const addresses: [code: Fault['code'], ...addresses: string[]][] = [
    [
      'unusable_address',
      '',
      'example.com',
      '/path',
      '//example.com',
      'ftp://example.com',
      'file:///etc/passwd',
    ],
    ['unusable_address', 'javascript:alert(1)', 'gopher://example.com:70/_x', 'ws://example.com', 'data:,x'],
    [
      'unusable_address',
      'http://',
      'http:///',
      'http://[fe80::1%25eth0]/',
      'http://256.1.1.1/',
      'http://1.2.3.4.5/',
    ],
    [
      'address_credentials',
      'http://ana@example.com/',
      'http://:secret@example.com/',
      'http://example.com@93.184.215.14/',
    ],
    ['refused_port', 'http://example.com:25/', 'https://example.com:22/', 'http://example.com:6379/'],
    ['refused_port', 'http://example.com:0/', 'http://example.com:5432/', 'http://example.com:10080/'],
  ]
  for (const [code, ...all] of addresses)
    for (const address of all)
      test(address || 'nothing at all', async () => {
        expect(guarded.faultOf(address)?.code).toBe(code)
        expect((await guarded.faultAfterLookup(address, 5000))?.code).toBe(code)
        expect(await outcome(guarded, address)).toBe('bad-address')
        // ALLOW_PRIVATE_TARGETS lifts none of this.
        expect(await outcome(named(true), address)).toBe('bad-address')
      })
})

describe('a name is checked by what it resolves to when the request is sent', () => {
  test('a name that first resolves to a public address and then to a private one is refused', async () => {
    nameServer.publishAddresses('rebound.example.com', public4)
    const address = `http://rebound.example.com:${port}/`
    expect(await named().faultAfterLookup(address, 5000)).toBeNull()
    nameServer.publishAddresses('rebound.example.com', '127.0.0.1')
    await expectUnreached(() => outcome(named(), address))
    expect(await named().faultAfterLookup(address, 5000)).toEqual({ code: 'private_target' })
  })

  test('the checked address is the one connected to: the name is resolved once', async () => {
    let asked = 0
    const once = createOutgoing({
      allowPrivateTargets: true,
      resolve: async () => (asked++ === 0 ? ['127.0.0.1'] : [public4]),
    })
    expect(await outcome(once, `http://changing.example.com:${port}/`)).toBe('answered')
    expect(asked).toBe(1)
    expect(traps[0]?.requests.at(-1)).toContain(`Host: changing.example.com:${port}\r\n`)
  })

  test('one private address among public ones, of either family and in any position, is enough to refuse', async () => {
    const mixtures = [
      [public4, '127.0.0.1'],
      ['127.0.0.1', public4],
      [public4, '::1'],
      [public6, 'fe80::1%eth0'],
      [...Array.from({ length: 1000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`), '10.0.0.1'],
    ]
    for (const addresses of mixtures)
      await expectUnreached(() => outcome(resolvingTo(...addresses), `http://mixed.example.com:${port}/`))
    nameServer.publishAddresses('mixed.example.com', public4, '::1')
    await expectUnreached(() => outcome(named(), `http://mixed.example.com:${port}/`))
  })

  test('a name that has IPv6 addresses only', async () => {
    nameServer.publishAddresses('six.example.com', '::1')
    await expectUnreached(() => outcome(named(), `http://six.example.com:${port}/`))
    // A machine without IPv6 tries, and reaches no server.
    expect(await outcome(named(true), `http://six.example.com:${port}/`)).toBe(
      traps[1] ? 'answered' : 'unreachable',
    )
    expect(traps[1]?.requests.at(-1) ?? 'Host: six.example.com').toContain('Host: six.example.com')
  })

  test('a name that is an alias of another', async () => {
    nameServer.publishAlias('alias.example.com', 'inner.example.com')
    nameServer.publishAddresses('inner.example.com', '127.0.0.1')
    await expectUnreached(() => outcome(named(), `http://alias.example.com:${port}/`))
    expect(await outcome(named(true), `http://alias.example.com:${port}/`)).toBe('answered')
  })

  test('names from the hosts file are checked too', async () => {
    const { hostname } = await import('node:os')
    const { reason } = await guarded.request(`http://${hostname()}:${port}/`, options).catch((error) => error)
    expect(['private-target', 'unreachable']).toContain(reason)
  })

  test('a name without an address, or whose servers fail, is unreachable, but not refused', async () => {
    nameServer.publishAddresses('empty.example.com')
    for (const name of ['empty.example.com', 'nothing.example.com']) {
      expect(await outcome(named(), `http://${name}/`)).toBe('unreachable')
      expect(await named().faultAfterLookup(`http://${name}/`, 5000)).toBeNull()
    }
    nameServer.mood = 'failing'
    expect(await outcome(named(), 'http://empty.example.com/')).toBe('unreachable')
    nameServer.mood = 'answering'
  })

  test("a name whose servers don't answer times out with the attempt", async () => {
    nameServer.mood = 'silent'
    const slow = named().request('http://silent.example.com/', { ...options, timeoutMilliseconds: 50 })
    await expect(slow).rejects.toMatchObject({ reason: 'timeout', status: null })
    expect(await named().faultAfterLookup('http://silent.example.com/', 50)).toBeNull()
    nameServer.mood = 'answering'
  })

  test('a cancelled request does not wait for the name server', async () => {
    const waiting = createOutgoing({ allowPrivateTargets: false, resolve: () => new Promise(() => {}) })
    const given = waiting.request('http://example.com/', { ...options, signal: AbortSignal.abort() })
    await expect(given).rejects.toMatchObject({ reason: 'cancelled' })
  })

  test('invalid addresses from a name server are never connected to', async () => {
    for (const garbage of ['', 'localhost', '127.0.0.1 ', '127.1', 'example.com'])
      await expectUnreached(() => outcome(resolvingTo(garbage), `http://garbage.example.com:${port}/`))
  })

  test('of many addresses, the one that answers is found if it is among the first eight', async () => {
    const silent = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`)
    const behind = (count: number) =>
      createOutgoing({
        allowPrivateTargets: true,
        resolve: async () => [...silent.slice(0, count), '127.0.0.1'],
      })
    expect(await outcome(behind(7), `http://many.example.com:${port}/`)).toBe('answered')
    expect(await outcome(behind(8), `http://many.example.com:${port}/`)).toBe('unreachable')
  })
})

test('a failure reveals nothing internal: neither the address that a name resolves to nor what is there', async () => {
  nameServer.publishAddresses('curious.example.com', '10.20.30.40')
  const error = await named()
    .request(`http://curious.example.com:${port}/`, options)
    .catch((error) => error)
  expect(error).toBeInstanceOf(OutgoingFailure)
  expect(error.message).not.toMatch(/10\.20|curious|\d/)
  expect(error.cause).toBeUndefined()
})

test('nothing is sent over a connection that reached a forbidden address', async () => {
  const trap = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const connecting = { addresses: ['127.0.0.1'], mayReach: () => false, signal: new AbortController().signal }
  const address = targetOf(`http://elsewhere.example.com:${trap.port}/`)
  await expect(exchange(address, options, connecting)).rejects.toMatchObject({ reason: 'private-target' })
  await trap.closed()
  expect(trap.requests.join('')).toBe('')
  trap.stop()
})

test('ALLOW_PRIVATE_TARGETS lets requests go to this machine, by address and by name', async () => {
  const allowed = createOutgoing({ allowPrivateTargets: true })
  for (const host of [
    '127.0.0.1',
    ...(traps[1] ? ['[::1]'] : []),
    'localhost',
    'a.localhost',
    '2130706433',
  ]) {
    expect(allowed.faultOf(`http://${host}:${port}/`)).toBeNull()
    expect(await outcome(allowed, `http://${host}:${port}/`)).toBe('answered')
  }
})
