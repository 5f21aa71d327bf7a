// Checks DATA_DIR (its permissions, free space, file system and pending journals) and the open-file limit.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { countJournals } from '../../../features/clicks/index.ts'
import { mostOpenFiles } from '../../../platform/observability/open-files.ts'
import { countNoun } from '../../../platform/plural.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const gibibyte = 1024 ** 3
const littleRoom = 2 * gibibyte
const noRoom = gibibyte / 4
// Each connection takes one, and thousands of visitors may be connected.
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
        `DATA_DIR ${dataDirectory} doesn't exist`,
        'start the server once to create it, or correct DATA_DIR',
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
        "give the server's user read and write access (chown)",
      ),
    ]
  }
  return [
    ok('data', `DATA_DIR ${dataDirectory} is writable`),
    room(dataDirectory),
    kind(dataDirectory, databaseUrl === null),
    journals(dataDirectory, workers),
  ]
}

function room(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const says = `${(free / gibibyte).toFixed(1)} GiB are free on the disk of DATA_DIR`
  if (free < noRoom)
    return problem('disk', says, 'free up space: clicks and changes are lost when the disk is full')
  return free < littleRoom ? warning('disk', says, 'free up space before the disk is full') : ok('disk', says)
}

function kind(folder: string, isSqlite: boolean): Finding {
  const { type } = statfsSync(folder)
  const network = networkFileSystems.get(type)
  const copying = copyOnWrite.get(type)
  if (network)
    return (isSqlite ? problem : warning)(
      'file system',
      `DATA_DIR is on ${network}, whose locks and memory-mapped files are unreliable`,
      'move DATA_DIR to a local disk',
    )
  if (copying)
    return warning(
      'file system',
      `DATA_DIR is on ${copying}, which copies every page on write`,
      'use a folder without copy-on-write (btrfs: chattr +C on the empty folder), or expect more disk writes',
    )
  return ok('file system', 'DATA_DIR is on a local disk')
}

function journals(folder: string, workers: number): Finding {
  const { held, left } = countJournals(join(folder, 'journal'))
  if (left === 0)
    return ok('journals', held > 0 ? 'the running server counts all clicks' : 'there are no pending clicks')
  if (held === 0)
    return ok(
      'journals',
      `no server is running; the next one counts the pending clicks in ${countNoun(left, 'journal')}`,
    )
  if (held < workers)
    return ok('journals', `a worker that is starting will count the clicks in ${countNoun(left, 'journal')}`)
  return warning(
    'journals',
    `no server counts the clicks in ${countNoun(left, 'journal')} that dead processes left`,
    `count them: ./bin/linnet adopt ${folder}`,
  )
}

export function examineLimits(): Finding[] {
  const most = mostOpenFiles()
  const says = Number.isFinite(most) ? `up to ${most} files and connections can be open` : 'are not limited'
  if (most >= fewFiles) return [ok('open files', says)]
  return [warning('open files', says, 'raise the limit: LimitNOFILE=65536 in the service, or ulimit -n')]
}
