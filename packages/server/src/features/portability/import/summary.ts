// The result of an import as text for a person.
import { countNoun } from '../../../platform/plural.ts'
import { type ReportLine, terminalSafe } from './report.ts'

export function summary(result: Record<string, unknown>): string {
  const { dry_run, domain, read, created, renamed, same, refused, left_out } = result
  const lines = [
    `${dry_run ? 'A dry run: nothing was changed. ' : ''}Read ${countNoun(read as number, 'record')} for ${domain}.`,
    `  ${created} ${dry_run ? 'would be' : created === 1 ? 'is' : 'are'} new${renamed ? `, ${renamed} of them with another code` : ''}`,
    `  ${same} ${same === 1 ? 'was' : 'were'} here already`,
    `  ${refused} ${refused === 1 ? 'was' : 'were'} refused${countsOf(result.reasons, ['host'])}`,
  ]
  if (left_out) lines.push(`  ${left_out} on other hosts ${left_out === 1 ? 'was' : 'were'} left out`)
  const hosts = Object.entries(result.hosts as Record<string, number>).filter(([host]) => host !== '')
  if (hosts.length > 1)
    lines.push(
      `They come from ${hosts.map(([host, count]) => `${terminalSafe(host, 60)} (${count})`).join(', ')}.`,
    )
  const notes = Object.entries(result.notes as Record<string, number>)
  if (notes.length > 0) lines.push('Worth knowing:', ...notes.map(([note, count]) => `  ${count} × ${note}`))
  const examples = result.examples as ReportLine[]
  if (examples.length > 0) lines.push('Some of them:', ...examples.map(example))
  if (result.report) lines.push(`The result of each line is in ${result.report}.`)
  else if (refused || renamed) lines.push('With --report FILE, the result of each line is written to a file.')
  return lines.join('\n')
}

function countsOf(reasons: unknown, without: string[]): string {
  const counts = Object.entries(reasons as Record<string, number>).filter(
    ([reason]) => !without.includes(reason),
  )
  return counts.length > 0 ? `: ${counts.map(([reason, count]) => `${count} × ${reason}`).join(', ')}` : ''
}

function example({ line, code, words, short_url }: ReportLine): string {
  const called = code === '' ? 'it' : `"${terminalSafe(code, 60)}"`
  return `  line ${line}: ${called} ${terminalSafe(words, 200)}${short_url ? `: ${short_url}` : ''}`
}
