// A real DNS server on this machine that answers TXT, A, AAAA and CNAME queries from a table.
import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

export interface NameServer {
  /** The value for DNS_SERVERS. */
  address: string
  /** Sets the TXT records of a name; without any, the name exists but has none. */
  publish(name: string, ...texts: string[]): void
  /** Sets the IPv4 and IPv6 addresses of a name. */
  publishAddresses(name: string, ...addresses: string[]): void
  /** Makes a name an alias (CNAME) of another. */
  publishAlias(name: string, other: string): void
  /** How it treats the next queries: answers them, fails with SERVFAIL, or stays silent. */
  mood: 'answering' | 'failing' | 'silent'
  stop(): void
}

const headerBytes = 12
const noError = 0
const serverFailure = 2
const noSuchName = 3
const [typeA, typeCname, typeText, typeAaaa] = [1, 5, 16, 28]

interface Entry {
  type: number
  data: Buffer
}

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, Entry[]>()
  const set = (name: string, entries: Entry[]) => void records.set(name.toLowerCase(), entries)
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    publish: (name, ...texts) => set(name, texts.map(textEntry)),
    publishAddresses: (name, ...addresses) => set(name, addresses.map(addressEntry)),
    publishAlias: (name, other) => set(name, [{ type: typeCname, data: written(other) }]),
    mood: 'answering',
    stop: () => void socket.close(),
  }
  socket.on('message', (question, { port, address }) => {
    if (server.mood === 'silent') return
    socket.send(answerTo(question, records, server.mood === 'failing'), port, address)
  })
  return server
}

/** An answer in the format of RFC 1035, section 4: the header, the question, and the records. */
function answerTo(question: Buffer, records: Map<string, Entry[]>, fails: boolean): Buffer {
  const { name, type, end } = nameIn(question)
  const found = fails ? [] : recordsOf(name, type, records)
  const code = fails ? serverFailure : records.has(name) ? noError : noSuchName
  const header = Buffer.alloc(headerBytes)
  question.copy(header, 0, 0, 2)
  // A response, recursion desired and available, with its code; one question, and its answers.
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  return Buffer.concat([header, question.subarray(headerBytes, end), ...found])
}

/** The records of the requested type; for an alias, the CNAME record and the records of its target. */
function recordsOf(name: string, type: number, records: Map<string, Entry[]>): Buffer[] {
  return (records.get(name) ?? []).flatMap((entry) => {
    if (entry.type === type) return [record(name, entry)]
    if (entry.type !== typeCname) return []
    return [record(name, entry), ...recordsOf(readName(entry.data, 0).name, type, records)]
  })
}

/** The name and type of the question, and its end offset (type and class take four bytes). */
function nameIn(question: Buffer): { name: string; type: number; end: number } {
  const { name, end } = readName(question, headerBytes)
  return { name, type: question.readUInt16BE(end), end: end + 4 }
}

function readName(bytes: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = []
  let at = from
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** A name as DNS messages encode it: length-prefixed labels, ended by an empty one. */
function written(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** A TXT entry of at most 255 bytes. */
function textEntry(text: string): Entry {
  return { type: typeText, data: Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]) }
}

function addressEntry(address: string): Entry {
  const bytes = ipaddr.parse(address).toByteArray()
  return { type: bytes.length === 4 ? typeA : typeAaaa, data: Buffer.from(bytes) }
}

function record(name: string, { type, data }: Entry): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  // Class IN, with a TTL of zero.
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([written(name), head, data])
}
