// The report of an import: counts, some examples, and all links in a file if one was requested.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../../../platform/command.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import type { RejectedLink } from './candidates.ts'

export type Outcome = 'created' | 'same' | 'refused' | 'left_out'

/** A line of the report. */
export interface ReportLine {
  line: number
  /** Its host and code in the source. */
  host: string | null
  code: string
  long_url: string
  outcome: Outcome
  reason: RejectedLink['reason'] | ''
  /** The reason, and which of the link's properties aren't imported. */
  words: string
  /** Its address here. */
  short_url: string
}

export interface Counts {
  read: number
  created: number
  /** The created links that got another code. */
  renamed: number
  same: number
  refused: number
  left_out: number
}

const columns = ['line', 'host', 'code', 'long_url', 'outcome', 'reason', 'words', 'short_url'] as const
const examplesOfEach = 5
const mostHosts = 50
// The text that is collected before it is written.
const bufferedCharacters = 256 * 1024

export class Report {
  readonly counts: Counts = { read: 0, created: 0, renamed: 0, same: 0, refused: 0, left_out: 0 }
  readonly reasons: Record<string, number> = {}
  readonly notes: Record<string, number> = {}
  readonly hosts = new Map<string, number>()
  readonly examples: ReportLine[] = []
  private readonly exampleCounts = new Map<string, number>()

  constructor(private readonly file: ReportFile | null) {}

  add(
    line: ReportLine,
    { notes = [], isRenamed = false }: { notes?: string[]; isRenamed?: boolean } = {},
  ): void {
    this.counts[line.outcome]++
    if (isRenamed) this.counts.renamed++
    if (line.reason !== '') this.reasons[line.reason] = (this.reasons[line.reason] ?? 0) + 1
    for (const note of notes) this.notes[kindOfNote(note)] = (this.notes[kindOfNote(note)] ?? 0) + 1
    const host = line.host ?? ''
    if (line.outcome !== 'refused' && (this.hosts.has(host) || this.hosts.size < mostHosts))
      this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1)
    this.addExample(line, isRenamed)
    this.file?.write(line)
  }

  /** Collects some examples of each kind of problem. */
  private addExample(line: ReportLine, isRenamed: boolean): void {
    const kind = line.outcome === 'refused' ? line.reason : isRenamed ? 'renamed' : ''
    const count = this.exampleCounts.get(kind) ?? 0
    if (kind === '' || count >= examplesOfEach) return
    this.exampleCounts.set(kind, count + 1)
    this.examples.push(line)
  }
}

/** Notes that differ only in their numbers are counted together. */
function kindOfNote(note: string): string {
  return note.replace(/: it had \d+$/, '')
}

/** The report in a new file: NDJSON or CSV, by the file's extension. */
export class ReportFile {
  private readonly descriptor: number
  private readonly isJson: boolean
  private text = ''

  constructor(name: string) {
    const file = resolve(name)
    this.isJson = /\.(?:ndjson|jsonl|json)$/i.test(file)
    try {
      this.descriptor = openSync(file, 'wx', 0o600)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      throw new CommandError(
        code === 'EEXIST'
          ? `${file} already exists; choose a new name`
          : `${file} can't be written: ${message}`,
      )
    }
    if (!this.isJson) this.text = `\u{feff}${columns.join(',')}\r\n`
  }

  write(line: ReportLine): void {
    this.text += this.isJson ? `${JSON.stringify(line)}\n` : csvLine(columns.map((column) => line[column]))
    if (this.text.length > bufferedCharacters) this.flush()
  }

  close(): void {
    this.flush()
    fsyncSync(this.descriptor)
    closeSync(this.descriptor)
  }

  private flush(): void {
    const bytes = Buffer.from(this.text)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at)
    this.text = ''
  }
}

/** Text from a file as one line of limited length, without control characters that a terminal would act on. */
export function terminalSafe(text: string, most = 80): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}
