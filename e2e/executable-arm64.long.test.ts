// The single-file executable for arm64: built here, and run as far as an emulated processor allows.

import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { buildExecutables } from '../packages/server/executables.ts'
import { findProgram, needs } from '../test/command/requirements.ts'
import { linnet } from '../test/machine/program.ts'
import { longMilliseconds } from '../test/timeouts.ts'

needs('QEMU')

const libraries = '/usr/aarch64-linux-gnu'

test(
  'the executable for arm64 is an arm64 binary, and prints its version and commands',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linnet-arm64-'))
    try {
      const [file = ''] = await buildExecutables(['linux-arm64'], folder)
      const head = Buffer.from(await Bun.file(file).slice(0, 20).arrayBuffer())
      // ELF, 64 bits, and the number of the processor (EM_AARCH64).
      expect(head.subarray(0, 5).toString('latin1')).toBe('\x7fELF\x02')
      expect(head.readUInt16LE(18)).toBe(183)
      const program = findProgram('qemu-aarch64-static') as string
      const run = (...words: string[]) => linnet(['-L', libraries, file, ...words], {}, { program })
      expect(await run('version')).toEqual({ status: 0, out: `linnet ${manifest.version}\n`, error: '' })
      expect((await run('help')).out).toBe((await linnet(['help'])).out)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  longMilliseconds,
)
