// Disks that are full when a test wants them to be: the real program on them, filled and freed while it runs.
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

needs('a disk to fill')

export interface SmallDisk {
  /** The program as it must be run to be on this disk; give it to `serve` and `linnet` as their place. */
  program: string
  /** An empty folder on the disk, as the program knows it. */
  folder: string
  /** The same folder as the test knows it. */
  outside: string
  /** Takes all the room that there is. */
  fill(): void
  free(): void
  remove(): Promise<void>
}

/** The ways of this machine to have a full disk; at least one. */
export const disks: Record<string, () => Promise<SmallDisk>> = {
  ...(canMountDisks() ? { 'a small disk': mountedDisk } : {}),
  ...(canLimitFiles() ? { 'a limit to what files may hold': limitedDisk } : {}),
}

const mebibytes = 24

/** A real one, in memory, that only processes in a namespace of their own see: this needs no rights where it is allowed. */
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

/** Writes until there is no room left, not even for one more page. */
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

/** Where namespaces are not allowed: processes whose every write to a file is refused by the system for a while. */
async function limitedDisk(): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'linnet-disk-'))
  const full = join(place, 'full')
  const processes = join(place, 'processes')
  writeFileSync(processes, '')
  // The signal that comes with a refused write would end the process.
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
