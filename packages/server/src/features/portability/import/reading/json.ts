// Reads the records of JSON of any size: an array, lines, or pages of an API, one after the other or in an array. Only the
// current record is kept in memory and parsed; the text around records is scanned for brackets and keys.
import { CommandError } from '../../../../platform/command.ts'
import { longestRecord, plainName, type SourceRecord } from './records.ts'

// The keys under which APIs return records; all other fields of a page are about the page itself.
const holdsRecords = /^(?:links|data|shortUrls|result|link_\d+)$/

const deepest = 32

/** What the reader is in: a list of records or pages, a page, or another field of a page. */
type Context = 'list' | 'page' | 'other'

export async function* jsonRecords(pieces: AsyncGenerator<string>): AsyncGenerator<SourceRecord[]> {
  const reader = new JsonReader()
  for await (const piece of pieces) yield reader.read(piece)
  reader.end()
}

class JsonReader {
  private text = ''
  private at = 0
  private line = 1
  private readonly contexts: Context[] = []
  /** Where a possible record begins (-1: none), how deeply nested the reader is in it, and its line. */
  private begin = -1
  private depth = 0
  private beginLine = 1
  /** Where the current string begins; -1 outside of strings. */
  private string = -1
  private isEscaped = false
  /** The last short string: the key, if a bracket follows. */
  private key = ''

  read(piece: string): SourceRecord[] {
    this.text += piece
    const records: SourceRecord[] = []
    for (; this.at < this.text.length; this.at++) {
      const character = this.text.charCodeAt(this.at)
      if (this.string >= 0) this.inString(character)
      else if (character === 34) this.string = this.at
      else if (character === 123 || character === 91) this.open(character === 123)
      else if (character === 125 || character === 93) this.close(records)
      else if (character === 10) this.line++
    }
    this.dropRead()
    return records
  }

  end(): void {
    if (this.begin >= 0 || this.contexts.length > 0)
      throw new CommandError(
        `the file ends in the middle of its JSON, in line ${this.line}: get the complete file and run the import again`,
      )
  }

  private inString(character: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (character === 92) this.isEscaped = true
    else if (character === 34) {
      if (this.at - this.string < 40) this.key = this.text.slice(this.string + 1, this.at)
      else this.key = ''
      this.string = -1
    }
  }

  private open(isObject: boolean): void {
    if (this.begin >= 0) {
      // An object that contains records is not a record, but a page.
      if (this.depth === 1 && holdsRecords.test(this.key)) {
        this.begin = -1
        this.enter('page')
        this.openListOrRecord(isObject)
      } else this.depth++
      return
    }
    const context = this.contexts.at(-1)
    if (context === 'other' || (context === 'page' && !holdsRecords.test(this.key))) this.enter('other')
    else this.openListOrRecord(isObject)
  }

  private openListOrRecord(isObject: boolean): void {
    if (isObject) {
      this.begin = this.at
      this.depth = 1
      this.beginLine = this.line
      this.key = ''
    } else this.enter('list')
  }

  private enter(context: Context): void {
    if (this.contexts.length >= deepest)
      throw new CommandError(`line ${this.line}: this is not a list of links`)
    this.contexts.push(context)
  }

  private close(records: SourceRecord[]): void {
    if (this.begin < 0) this.contexts.pop()
    else if (--this.depth === 0) {
      records.push(recordOf(this.text.slice(this.begin, this.at + 1), this.beginLine))
      this.begin = -1
    }
  }

  /** Drops the text that has been read, except for what is still needed. */
  private dropRead(): void {
    const needed = this.begin >= 0 ? this.begin : this.string >= 0 ? this.string : this.at
    if (this.at - needed > longestRecord)
      throw new CommandError(
        `line ${this.beginLine}: a record of more than ${longestRecord} characters is not a link`,
      )
    this.text = this.text.slice(needed)
    this.at -= needed
    if (this.begin >= 0) this.begin -= needed
    if (this.string >= 0) this.string -= needed
  }
}

function recordOf(text: string, line: number): SourceRecord {
  try {
    const record = JSON.parse(text) as Record<string, unknown>
    return { line, fields: new Map(Object.entries(record).map(([name, value]) => [plainName(name), value])) }
  } catch {
    return { line, fault: 'is not JSON' }
  }
}
