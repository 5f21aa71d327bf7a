// A plans file for tests that send more requests than the built-in plans admit.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let written: string | undefined

/** The file to name in `PLANS_FILE`: the plan `unlimited`, with no request limit to speak of. */
export function roomyPlans(): string {
  if (!written) {
    written = join(mkdtempSync(join(tmpdir(), 'linnet-plans-')), 'plans.json')
    writeFileSync(written, '{"unlimited": {"requests_per_minute": 1000000}}')
  }
  return written
}
