// `linnet doctor`: checks an installation with its server's settings, and says what to do. It changes nothing.
import type { RuntimeContext } from '../../core-services.ts'
import type { Command, CommandShape } from '../../platform/command.ts'
import { countNoun } from '../../platform/plural.ts'
import type { Finding } from './doctor/finding.ts'

export const shape: CommandShape = {
  name: 'doctor',
  summary: 'Check this installation for problems, and suggest fixes',
  options: {},
}

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' }

export function create({ config }: RuntimeContext): Command {
  return {
    ...shape,
    async run() {
      const { examine } = await import('./doctor/examinations.ts')
      const settings: Finding = { what: 'settings', state: 'ok', says: 'are valid' }
      const findings = [settings, ...(await examine(config))]
      const found = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
      return { problems: found('problem'), warnings: found('warning'), findings }
    },
    format({ findings, problems, warnings }) {
      const lines = (findings as Finding[]).flatMap(({ what, state, says, todo }) => [
        `${marks[state]}  ${what}: ${says}`,
        ...(todo ? [`         → ${todo}`] : []),
      ])
      return [
        ...lines,
        '',
        `${countNoun(problems as number, 'problem')}, ${countNoun(warnings as number, 'warning')}.`,
      ].join('\n')
    },
    isFailure: ({ problems }) => problems !== 0,
  }
}
