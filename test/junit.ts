// Reads the exact numbers of a test run from the JUnit report that Bun writes.
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The run's numbers and the files that the report knows; no report at all means that nothing ran. */
export function readReport(xml: string): { counts: Counts; files: Set<string> } {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const number = (name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const failed = number('failures')
  const skipped = number('skipped')
  const files = new Set<string>()
  for (const [, file] of xml.matchAll(/<testsuite\b[^>]*?\sfile="([^"]*)"/g))
    if (file) files.add(unescapeXml(file))
  return { counts: { passed: number('tests') - failed - skipped, failed, skipped }, files }
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => characters[name] ?? whole)
}
