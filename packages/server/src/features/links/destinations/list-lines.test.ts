// The notations of block lists, line by line.
import { describe, expect, test } from 'bun:test'
import { entryFor, isExcepted, readList } from './list-file.ts'
import { hostnameOf, readLine } from './list-lines.ts'

const keysOf = (line: string) => readLine(line)?.map(({ key, except }) => (except ? `@@${key}` : key))

test.each([
  ['bad.example', ['bad.example']],
  ['  BAD.Example.  ', ['bad.example']],
  ['bad.example # a comment', ['bad.example']],
  ['0.0.0.0 bad.example', ['bad.example']],
  ['127.0.0.1\tone.example two.example', ['one.example', 'two.example']],
  ['::1 bad.example', ['bad.example']],
  ['||bad.example^', ['bad.example']],
  ['||bad.example', ['bad.example']],
  ['||bad.example^$all', ['bad.example']],
  ['||bad.example^$document,popup', ['bad.example']],
  ['@@||good.example^', ['@@good.example']],
  ['*.bad.example', ['bad.example']],
  ['.bad.example', ['bad.example']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['192.0.2.7', ['192.0.2.7']],
  ['3221225991', ['192.0.2.7']],
  ['192.0.2.0/24', ['4:24:192.0.2']],
  ['192.0.2.77/25', ['4:25:192.0.2.0']],
  ['2001:db8::/32', ['6:32:32.1.13.184']],
  ['2001:DB8::7', ['2001:db8::7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
] as [string, string[]][])('%p names %p', (line, keys) => expect(keysOf(line)).toEqual(keys))

test.each(['', '   ', '# comment', '! comment', '; comment', '[Adblock Plus 2.0]', '# 0.0.0.0 bad.example'])(
  '%p is not an entry',
  (line) => expect(readLine(line)).toBeNull(),
)

test.each(['127.0.0.1 localhost', '255.255.255.255 broadcasthost', '::1 ip6-loopback', '0.0.0.0 0.0.0.0'])(
  '%p names the machine itself, and lists nothing',
  (line) => expect(readLine(line)).toEqual([]),
)

test.each([
  'com',
  '||com^',
  '0.0.0.0/0',
  '::/0',
  'no host at all',
  '||bad.example/path^',
  '||bad.example^$third-party',
  '/banner[0-9]+/',
  '\u0000\u0001\u0002',
  '{"host":"bad.example"}',
  '<html>',
])('%p is not understood', (line) => expect(readLine(line)).toBeUndefined())

const spellings: [string, string | null][] = [
  ['https://BAD.example/', 'bad.example'],
  ['https://bad.example../', 'bad.example'],
  ['https://bad.example./x', 'bad.example'],
  ['https://bad.example:8443/x', 'bad.example'],
  ['https://bad%2Eexample/', 'bad.example'],
  ['https://b%61d.example/', 'bad.example'],
  ['https://good.example@bad.example/', 'bad.example'],
  ['https://good.example:x@bad.example/', 'bad.example'],
  ['https://bad.example\\@good.example/', 'bad.example'],
  ['https://bad。example/', 'bad.example'],
  ['https://ｂａｄ.example/', 'bad.example'],
  ['http://3221225991/', '192.0.2.7'],
  ['http://0300.0.02.7/', '192.0.2.7'],
  ['http://0xc0.0.2.7/', '192.0.2.7'],
  ['http://[::ffff:192.0.2.7]/', '192.0.2.7'],
  ['http://[::ffff:c000:207]/', '192.0.2.7'],
  ['http://[64:ff9b::192.0.2.7]/', '192.0.2.7'],
  ['http://[64:ff9b::c000:207]/', '192.0.2.7'],
  ['mailto:a@bad.example', null],
  ['javascript:alert(1)', null],
]
test.each(spellings)('%p leads to %p', (address, host) => expect(hostnameOf(address)).toBe(host))

describe('a list', () => {
  const listOf = async (text: string) => {
    const path = `/tmp/list-${crypto.randomUUID()}`
    await Bun.write(path, text)
    const list = await readList(path)
    await Bun.file(path).delete()
    return list
  }

  test("covers a host's subdomains, but not its siblings or parents", async () => {
    const list = await listOf('bad.example\r\nworse.bad.example\n')
    expect(list.size).toBe(2)
    for (const host of ['bad.example', 'a.bad.example', 'a.b.c.bad.example'])
      expect(entryFor(list, host)).toBe('bad.example')
    expect(entryFor(list, 'x.worse.bad.example')).toBe('worse.bad.example')
    for (const host of ['example', 'notbad.example', 'bad.example.net', 'good.example'])
      expect(entryFor(list, host)).toBeNull()
  })

  test('leaves out its exceptions, with their subdomains', async () => {
    const list = await listOf('bad.example\n@@||good.bad.example^\n')
    expect(isExcepted(list, 'bad.example')).toBe(false)
    for (const host of ['good.bad.example', 'a.good.bad.example']) expect(isExcepted(list, host)).toBe(true)
  })

  test('covers the addresses of a range, and no host that only looks like one', async () => {
    const list = await listOf('192.0.2.0/25\n2001:db8::/33\n')
    for (const host of ['192.0.2.0', '192.0.2.127', '2001:db8::7'])
      expect(entryFor(list, host)).not.toBeNull()
    for (const host of ['192.0.2.128', '192.0.3.1', '2001:db8:8000::', '192.0.2.1.example'])
      expect(entryFor(list, host)).toBeNull()
  })

  test('skips garbage and endless lines, and counts them', async () => {
    const garbage = ['\u0000'.repeat(300), 'x'.repeat(5_000_000), 'é'.repeat(9000), '%%%%']
    const list = await listOf(['one.example', ...garbage, 'two.example', 'y'.repeat(200_000)].join('\n'))
    expect([list.size, list.unknownLines]).toEqual([2, 5])
    expect(entryFor(list, 'two.example')).toBe('two.example')
  })

  test('never confuses two hosts', async () => {
    const hosts = Array.from({ length: 300_000 }, (_, at) => `host-${at}.list${at % 977}.example`)
    expect((await listOf(hosts.join('\n'))).size).toBe(hosts.length)
  })

  test('counts a repeated host once', async () => {
    expect((await listOf('one.example\n0.0.0.0 one.example\n||one.example^\n'.repeat(500))).size).toBe(1)
  })
})
