// What an import tells: how many of each, some of them by name, and all of them in a file where one was asked for.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../../../platform/command.ts'
import { csvLine } from '../../../platform/files/csv.ts'
import type { Rejected } from './judging.ts'

export type Outcome = 'created' | 'same' | 'refused' | 'left_out'

/** A line of the report. */
export interface Told {
  line: number
  /** What it was called by. */
  host: string | null
  code: string
  long_url: string
  outcome: Outcome
  reason: Rejected['reason'] | ''
  /** Why, and what is not kept of it. */
  words: string
  /** What it is called by here. */
  short_url: string
}

export interface Counts {
  read: number
  created: number
  /** Of the created, those that got another code. */
  renamed: number
  same: number
  refused: number
  left_out: number
}

const columns = ['line', 'host', 'code', 'long_url', 'outcome', 'reason', 'words', 'short_url'] as const
const examplesOfEach = 5
const mostHosts = 50
// What is not written yet.
const buffered = 256 * 1024

export class Report {
  readonly counts: Counts = { read: 0, created: 0, renamed: 0, same: 0, refused: 0, left_out: 0 }
  readonly reasons: Record<string, number> = {}
  readonly notes: Record<string, number> = {}
  readonly hosts = new Map<string, number>()
  readonly examples: Told[] = []
  private readonly exemplified = new Map<string, number>()

  constructor(private readonly file: ReportFile | null) {}

  tell(told: Told, { notes = [], isRenamed = false }: { notes?: string[]; isRenamed?: boolean } = {}): void {
    this.counts[told.outcome]++
    if (isRenamed) this.counts.renamed++
    if (told.reason !== '') this.reasons[told.reason] = (this.reasons[told.reason] ?? 0) + 1
    for (const note of notes) this.notes[kindOfNote(note)] = (this.notes[kindOfNote(note)] ?? 0) + 1
    const host = told.host ?? ''
    if (told.outcome !== 'refused' && (this.hosts.has(host) || this.hosts.size < mostHosts))
      this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1)
    this.exemplify(told, isRenamed)
    this.file?.write(told)
  }

  /** Some of each kind of trouble. */
  private exemplify(told: Told, isRenamed: boolean): void {
    const kind = told.outcome === 'refused' ? told.reason : isRenamed ? 'renamed' : ''
    const shown = this.exemplified.get(kind) ?? 0
    if (kind === '' || shown >= examplesOfEach) return
    this.exemplified.set(kind, shown + 1)
    this.examples.push(told)
  }
}

/** Notes that differ in their numbers alone are counted together. */
function kindOfNote(note: string): string {
  return note.replace(/: it had \d+$/, '')
}

/** The report in a file that did not exist before: NDJSON by its ending, or CSV. */
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
          ? `${file} exists already; choose a new name`
          : `${file} can't be written: ${message}`,
      )
    }
    if (!this.isJson) this.text = `\u{feff}${columns.join(',')}\r\n`
  }

  write(told: Told): void {
    this.text += this.isJson ? `${JSON.stringify(told)}\n` : csvLine(columns.map((column) => told[column]))
    if (this.text.length > buffered) this.flush()
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

/** A stranger's text as a terminal may show it: one line of bounded length, without anything that a terminal obeys. */
export function shown(text: string, most = 80): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}
