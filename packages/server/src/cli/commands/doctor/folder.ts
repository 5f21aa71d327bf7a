// Examines DATA_DIR: its permissions, free space, file system and pending journals; and the limit of open files.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { countJournals } from '../../../features/clicks/index.ts'
import { mostOpenFiles } from '../../../platform/observability/open-files.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const gibibyte = 1024 ** 3
const littleRoom = 2 * gibibyte
const noRoom = gibibyte / 4
// Each connection takes one, and a crowd of visitors has thousands.
const fewFiles = 4096

// statfs(2) and linux/magic.h.
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
])
const copyOnWrite = new Map([
  [0x9123683e, 'btrfs'],
  [0x2fc12fc1, 'ZFS'],
  [0xca451a4e, 'bcachefs'],
])

export function examineFolder({ dataDirectory, databaseUrl, workers }: Config): Finding[] {
  if (!existsSync(dataDirectory))
    return [
      warning(
        'data',
        `DATA_DIR ${dataDirectory} is not there`,
        'start the server once, which makes it, or name the right folder',
      ),
    ]
  try {
    if (!statSync(dataDirectory).isDirectory()) throw new Error('it is not a folder')
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [
      problem(
        'data',
        `DATA_DIR ${dataDirectory} can't be used: ${reasonOf(error)}`,
        'let the user of the server read and write there (chown)',
      ),
    ]
  }
  return [
    ok('data', `DATA_DIR ${dataDirectory} can be written to`),
    room(dataDirectory),
    kind(dataDirectory, databaseUrl === null),
    journals(dataDirectory, workers),
  ]
}

function room(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const says = `${(free / gibibyte).toFixed(1)} GiB are free on the disk of DATA_DIR`
  if (free < noRoom) return problem('disk', says, 'free some: clicks and changes are lost when it is full')
  return free < littleRoom ? warning('disk', says, 'free some before it is full') : ok('disk', says)
}

function kind(folder: string, isSqlite: boolean): Finding {
  const { type } = statfsSync(folder)
  const network = networkFileSystems.get(type)
  const copying = copyOnWrite.get(type)
  if (network)
    return (isSqlite ? problem : warning)(
      'file system',
      `DATA_DIR is on ${network}, whose locks and mapped files can't be relied on`,
      'put DATA_DIR on a disk of this machine',
    )
  if (copying)
    return warning(
      'file system',
      `DATA_DIR is on ${copying}, which copies each page that is written`,
      'give it a folder without that (btrfs: chattr +C on the empty folder), or expect more writing',
    )
  return ok('file system', 'DATA_DIR is on a file system of this machine')
}

function journals(folder: string, workers: number): Finding {
  const { held, left } = countJournals(join(folder, 'journal'))
  if (left === 0)
    return ok('journals', held > 0 ? 'the running server counts all clicks' : 'no clicks are left')
  if (held === 0) return ok('journals', `no server runs here; the next one counts what ${left} journals hold`)
  if (held < workers) return ok('journals', `${left} journals wait for a worker that starts`)
  return warning(
    'journals',
    `${left} journals of processes that are gone hold clicks that nobody counts`,
    `count them: ./bin/linnet adopt ${folder}`,
  )
}

export function examineLimits(): Finding[] {
  const most = mostOpenFiles()
  const says = Number.isFinite(most)
    ? `${most} files and connections may be open`
    : 'open files have no limit'
  if (most >= fewFiles) return [ok('open files', says)]
  return [warning('open files', says, 'allow more: LimitNOFILE=65536 of the service, or ulimit -n')]
}
