// Runs `linnet doctor` in this process: its findings and its output.
import { expect } from 'bun:test'
import { runCommand } from '../packages/server/src/cli/command-line.ts'
import type { Finding } from '../packages/server/src/cli/commands/doctor/finding.ts'
import { create, shape } from '../packages/server/src/cli/commands/doctor.ts'
import { readConfig } from '../packages/server/src/config/config.ts'
import { createLog } from '../packages/server/src/platform/observability/log.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import type { Settings } from './machine/program.ts'

export interface Diagnosis {
  status: number
  text: string
  findings: Record<string, Finding>
}

/** Runs the command in this process: starting the program for each fault would take a third of a second. */
export async function doctor(settings: Settings): Promise<Diagnosis> {
  const lines: string[] = []
  const output = {
    out: (text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
  }
  const command = create({ config: readConfig(settings), clock: systemClock, log: createLog('error') })
  const status = await runCommand([command], [shape.name, '--json'], output)
  const { findings, ...counts } = JSON.parse(lines[0] ?? '') as { findings: Finding[] }
  const text = lines[0] + command.format({ findings, ...counts })
  return { status, text, findings: Object.fromEntries(findings.map((finding) => [finding.what, finding])) }
}

export const states = ({ findings }: Diagnosis) =>
  Object.fromEntries(Object.values(findings).map(({ what, state }) => [what, state]))

/** The only problem found; throws if there is another number of them. */
export function onlyProblem({ status, findings }: Diagnosis): Finding {
  const problems = Object.values(findings).filter(({ state }) => state === 'problem')
  expect(problems.map(({ what }) => what)).toHaveLength(1)
  expect(status).toBe(1)
  expect(problems[0]?.todo).toBeString()
  return problems[0] as Finding
}
