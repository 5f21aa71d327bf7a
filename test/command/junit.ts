// Reads the exact numbers of a test run from the JUnit report that Bun writes.
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Report {
  counts: Counts
  /** The files that ran at least one test, and those with a failed test. */
  files: Set<string>
  failedFiles: Set<string>
}

/** Reads a report; an empty one means that nothing ran. */
export function readReport(xml: string): Report {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? ''
  const number = (tag: string, name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0)
  const failed = number(head, 'failures')
  const skipped = number(head, 'skipped')
  const files = new Set<string>()
  const failedFiles = new Set<string>()
  for (const [tag, name = ''] of xml.matchAll(/<testsuite\b[^>]*?\sfile="([^"]*)"[^>]*>/g)) {
    const file = unescapeXml(name)
    files.add(file)
    if (number(tag, 'failures') > 0) failedFiles.add(file)
  }
  const passed = number(head, 'tests') - failed - skipped
  return { counts: { passed, failed, skipped }, files, failedFiles }
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => characters[name] ?? whole)
}
