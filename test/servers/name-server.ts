// A real name server on this machine: answers questions for texts, addresses and other names from a table.
import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

export interface NameServer {
  /** What DNS_SERVERS is set to. */
  address: string
  /** Sets the TXT records of a name; with no text, the name is there but has none. */
  publish(name: string, ...texts: string[]): void
  /** Sets the addresses of a name, of either family. */
  publishAddresses(name: string, ...addresses: string[]): void
  /** Says that a name is another one's. */
  publishAlias(name: string, other: string): void
  /** How it treats its next questions: as it should, with an error of its own, or with silence. */
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

/** An answer as RFC 1035, section 4, writes it: the header, the question again, and the records. */
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

/** What is of the type that is asked for; of a name that is another one's, that it is, and what the other has. */
function recordsOf(name: string, type: number, records: Map<string, Entry[]>): Buffer[] {
  return (records.get(name) ?? []).flatMap((entry) => {
    if (entry.type === type) return [record(name, entry)]
    if (entry.type !== typeCname) return []
    return [record(name, entry), ...recordsOf(readName(entry.data, 0).name, type, records)]
  })
}

/** The name and the type that are asked for, and where the question ends (type and class are four bytes more). */
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

/** A name as it stands in messages: its labels, each after its length, and an empty one. */
function written(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

/** A text of at most 255 bytes. */
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
  // Class IN, kept for no time.
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([written(name), head, data])
}
