// Splits MySQL's SQL, as far as it occurs in dumps, into tokens, from text that arrives in chunks.
import { CommandError } from '../../../../platform/command.ts'
import { longestRecord } from './records.ts'

export interface SqlToken {
  /** `word`: a word or number; `name`: in backticks; `string`: in quotes; `symbol`: any other character. */
  kind: 'word' | 'name' | 'string' | 'symbol'
  text: string
  line: number
}

// https://dev.mysql.com/doc/refman/8.4/en/string-literals.html
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', b: '\b', Z: '\u001a' }

const word = /[\w.$+-]+/y

export class SqlTokens {
  private text = ''
  private at = 0
  private line = 1
  /** The next newline to be counted. Searched only once, because a line may have a million tokens. */
  private newline = 0

  /** The tokens that are complete with this piece. */
  read(piece: string): Generator<SqlToken> {
    return this.tokensOf(piece, { isLast: false })
  }

  /** The rest of the tokens. */
  end(): Generator<SqlToken> {
    return this.tokensOf('\n', { isLast: true })
  }

  private *tokensOf(piece: string, { isLast }: { isLast: boolean }): Generator<SqlToken> {
    this.text = this.text.slice(this.at) + piece
    this.at = 0
    this.newline = this.newlineFrom(0)
    for (;;) {
      const begin = this.at
      const token = this.next(isLast)
      if (token === 'unfinished') {
        this.at = begin
        if (this.text.length - begin > longestRecord)
          throw new CommandError(`line ${this.line}: a string is not closed: is this a MySQL dump?`)
        break
      }
      this.countLines()
      if (token) yield token
    }
  }

  /** Null for white space and comments. */
  private next(isLast: boolean): SqlToken | null | 'unfinished' {
    const { text, at, line } = this
    const character = text[at]
    if (character === undefined) return 'unfinished'
    if (/\s/.test(character)) return this.skipTo(at + 1)
    if (character === "'" || character === '"') return this.quoted(character, 'string', isLast)
    if (character === '`') return this.quoted(character, 'name', isLast)
    if (text.length - at < 3 && !isLast) return 'unfinished'
    if (character === '#' || /^--\s/.test(text.slice(at, at + 3))) return this.skipPast('\n', at)
    if (text.startsWith('/*', at)) return this.skipPast('*/', at + 2)
    word.lastIndex = at
    const [found] = word.exec(text) ?? []
    if (found === undefined) {
      this.at++
      return { kind: 'symbol', text: character, line }
    }
    if (at + found.length === text.length && !isLast) return 'unfinished'
    this.at += found.length
    return { kind: 'word', text: found, line }
  }

  private skipTo(at: number): null {
    this.at = at
    return null
  }

  private skipPast(end: string, from: number): null | 'unfinished' {
    const found = this.text.indexOf(end, from)
    return found < 0 ? 'unfinished' : this.skipTo(found + end.length)
  }

  /** A quoted string or name: a doubled quote stands for itself, and in strings a backslash escapes the next character. */
  private quoted(quote: string, kind: 'string' | 'name', isLast: boolean): SqlToken | 'unfinished' {
    const { text, line } = this
    let content = ''
    let from = this.at + 1
    for (let at = from; at < text.length; at++) {
      const character = text[at] as string
      if (character === '\\' && kind === 'string') {
        const next = text[at + 1]
        if (next === undefined) return 'unfinished'
        content += text.slice(from, at) + (escapes[next] ?? next)
        from = ++at + 1
      } else if (character === quote) {
        if (at + 1 === text.length && !isLast) return 'unfinished'
        if (text[at + 1] !== quote) {
          this.at = at + 1
          return { kind, text: content + text.slice(from, at), line }
        }
        content += text.slice(from, ++at)
        from = at + 1
      }
    }
    return 'unfinished'
  }

  private countLines(): void {
    for (; this.newline < this.at; this.newline = this.newlineFrom(this.newline + 1)) this.line++
  }

  private newlineFrom(at: number): number {
    const found = this.text.indexOf('\n', at)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }
}
