// Records of JSON of any size: an array, lines, an API's pages one after the other or in an array. Only the record at hand
// is held, and parsed by the engine; what stands around records is looked through by its brackets and keys.
import { CommandError } from '../../../../platform/command.ts'
import { longestRecord, plainName, type SourceRecord } from './records.ts'

// Under which names the APIs put their records; everything else that a page says is about the page.
const holdsRecords = /^(?:links|data|shortUrls|result|link_\d+)$/

const deepest = 32

/** Where the reader is: in a list of records or pages, in a page, or in something of a page that holds no records. */
type Place = 'list' | 'page' | 'aside'

export async function* jsonRecords(pieces: AsyncGenerator<string>): AsyncGenerator<SourceRecord[]> {
  const reader = new JsonReader()
  for await (const piece of pieces) yield reader.read(piece)
  reader.end()
}

class JsonReader {
  private text = ''
  private at = 0
  private line = 1
  private readonly places: Place[] = []
  /** Where what may be a record begins, how deep in it the reader is, and its line; none while -1. */
  private begin = -1
  private depth = 0
  private beginLine = 1
  /** Where the string begins that the reader is in; none while -1. */
  private string = -1
  private isEscaped = false
  /** The last short string that ended: the key, when a bracket follows. */
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
    this.forget()
    return records
  }

  end(): void {
    if (this.begin >= 0 || this.places.length > 0)
      throw new CommandError(
        `the file ends in the middle of what begins in line ${this.beginLine}: is it whole? What stands before that is done`,
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
      // What holds records is no record itself, but a page.
      if (this.depth === 1 && holdsRecords.test(this.key)) {
        this.begin = -1
        this.enter('page')
        this.openInPlace(isObject)
      } else this.depth++
      return
    }
    const place = this.places.at(-1)
    if (place === 'aside' || (place === 'page' && !holdsRecords.test(this.key))) this.enter('aside')
    else this.openInPlace(isObject)
  }

  private openInPlace(isObject: boolean): void {
    if (isObject) {
      this.begin = this.at
      this.depth = 1
      this.beginLine = this.line
      this.key = ''
    } else this.enter('list')
  }

  private enter(place: Place): void {
    if (this.places.length >= deepest) throw new CommandError(`line ${this.line}: that is no list of links`)
    this.places.push(place)
  }

  private close(records: SourceRecord[]): void {
    if (this.begin < 0) this.places.pop()
    else if (--this.depth === 0) {
      records.push(recordOf(this.text.slice(this.begin, this.at + 1), this.beginLine))
      this.begin = -1
    }
  }

  /** Lets go of what has been read, but for what is still needed. */
  private forget(): void {
    const kept = this.begin >= 0 ? this.begin : this.string >= 0 ? this.string : this.at
    if (this.at - kept > longestRecord)
      throw new CommandError(
        `line ${this.beginLine}: a record of more than ${longestRecord} characters is no link`,
      )
    this.text = this.text.slice(kept)
    this.at -= kept
    if (this.begin >= 0) this.begin -= kept
    if (this.string >= 0) this.string -= kept
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
