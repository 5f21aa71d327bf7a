// Small disks that a test fills and frees while the real program runs on them.
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canLimitFiles, canMountDisks, needs } from '../command/requirements.ts'
import { program as own } from './program.ts'

needs('a disk that can be filled')

export interface SmallDisk {
  /** A program that runs Linnet with this disk; pass it to `serve` and `linnet` in their options. */
  program: string
  /** An empty folder on the disk, as the program knows it. */
  folder: string
  /** The same folder as the test knows it. */
  outside: string
  /** Uses up all the free space. */
  fill(): void
  free(): void
  remove(): Promise<void>
}

/** The ways in which this machine can have a full disk; at least one. */
export const disks: Record<string, () => Promise<SmallDisk>> = {
  ...(canMountDisks() ? { 'a small disk': mountedDisk } : {}),
  ...(canLimitFiles() ? { 'a file size limit': limitedDisk } : {}),
}

const mebibytes = 24

/** A real disk, in memory, in a namespace of its own: where namespaces are allowed, this needs no privileges. */
async function mountedDisk(): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'linnet-disk-'))
  const folder = join(place, 'data')
  const mount = `mkdir "$1" && mount -t tmpfs -o size=${mebibytes}m none "$1" && echo mounted && cat`
  const keeper = Bun.spawn(['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, 'keeper', folder], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await keeper.stdout.getReader().read()
  if (!value) throw new Error('the small disk could not be mounted')
  const outside = `/proc/${keeper.pid}/root${folder}`
  const ballast = join(outside, 'ballast')
  return {
    program: script(
      place,
      `exec nsenter --preserve-credentials --user --mount --target ${keeper.pid} "${own}" "$@"`,
    ),
    folder,
    outside,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast),
    async remove() {
      await keeper.stdin.end()
      await keeper.exited
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Writes until there is no space left, not even for one more page. */
function fillWith(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Where namespaces are not allowed: processes whose writes to files the system refuses for a while. */
async function limitedDisk(): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'linnet-disk-'))
  const full = join(place, 'full')
  const processes = join(place, 'processes')
  writeFileSync(processes, '')
  // The signal that accompanies a refused write would end the process.
  const program = script(
    place,
    `echo $$ >>"${processes}"\ntrap '' XFSZ\n[ ! -e "${full}" ] || ulimit -S -f 0\nexec "${own}" "$@"`,
  )
  const limit = (bytes: string) => {
    const started = readFileSync(processes, 'utf8').trim().split('\n')
    for (const pid of started.filter((pid) => existsSync(`/proc/${pid}`)))
      Bun.spawnSync(['prlimit', '--pid', pid, `--fsize=${bytes}:`])
  }
  const folder = join(place, 'data')
  return {
    program,
    folder,
    outside: folder,
    fill() {
      writeFileSync(full, '')
      limit('0')
    },
    free() {
      rmSync(full)
      limit('unlimited')
    },
    remove: async () => rmSync(place, { recursive: true, force: true }),
  }
}

function script(place: string, text: string): string {
  const file = join(place, 'linnet')
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}
