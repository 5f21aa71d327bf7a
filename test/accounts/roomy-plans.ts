// A plans file for tests that send more requests than the built-in plans allow.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const written = new Map<string, string>()

/** The file for `PLANS_FILE`: the plan `unlimited`, with practically no request limit, and others as wanted. */
export function roomyPlans(others: Record<string, object> = {}): string {
  const plans = JSON.stringify({ unlimited: { requests_per_minute: 1_000_000 }, ...others })
  const file = written.get(plans) ?? join(mkdtempSync(join(tmpdir(), 'linnet-plans-')), 'plans.json')
  if (!written.has(plans)) writeFileSync(file, plans)
  written.set(plans, file)
  return file
}
