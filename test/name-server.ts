// A real name server on this machine for tests that prove domains: answers TXT questions from a table.
import { createSocket } from 'node:dgram'

export interface NameServer {
  /** What DNS_SERVERS is set to. */
  address: string
  /** Sets the TXT records of a name; with no text, the name is there but has none. */
  publish(name: string, ...texts: string[]): void
  /** How it treats its next questions: as it should, with an error of its own, or with silence. */
  mood: 'answering' | 'failing' | 'silent'
  stop(): void
}

const headerBytes = 12
const noError = 0
const serverFailure = 2
const noSuchName = 3

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    publish: (name, ...texts) => void records.set(name.toLowerCase(), texts),
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
function answerTo(question: Buffer, records: Map<string, string[]>, fails: boolean): Buffer {
  const { name, end } = nameIn(question)
  const texts = fails ? undefined : records.get(name)
  const code = fails ? serverFailure : texts ? noError : noSuchName
  const header = Buffer.alloc(headerBytes)
  question.copy(header, 0, 0, 2)
  // A response, recursion desired and available, with its code; one question, and an answer for each text.
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  return Buffer.concat([header, question.subarray(headerBytes, end), ...(texts ?? []).map(textRecord)])
}

/** The name that is asked for, and where the question ends (type and class are four bytes more). */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A text of at most 255 bytes as a record. */
function textRecord(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])
  // The name is a pointer to the question's; type TXT (16), class IN (1), kept for no time.
  const head = Buffer.from([0xc0, headerBytes, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
