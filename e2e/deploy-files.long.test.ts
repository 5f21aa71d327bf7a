// systemd checks the unit in deploy/.
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { needs } from '../test/command/requirements.ts'
import { root } from '../test/machine/program.ts'

needs('systemd')

test('systemd accepts the unit as it is, and rates it as well isolated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linnet-unit-'))
  try {
    const unit = readFileSync(resolve(root, 'deploy', 'linnet.service'), 'utf8')
    const file = join(folder, 'linnet.service')
    // Commented-out settings are checked too; the program need not be installed here.
    writeFileSync(file, unit.replaceAll(/^#(?=\w+=)/gm, '').replace('/usr/local/bin/linnet', '/bin/true'))
    const analyze = (...words: string[]) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync(['systemd-analyze', ...words, file], {
        stderr: 'pipe',
      })
      return { exitCode, said: `${stdout}${stderr}` }
    }
    expect(analyze('verify')).toEqual({ exitCode: 0, said: '' })
    const shutOff = analyze('security', '--offline=true', '--threshold=20')
    expect(shutOff.said).toContain('exposure level for linnet.service: 1.')
    expect(shutOff.exitCode).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
