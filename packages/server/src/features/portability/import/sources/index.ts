// The programs that links can be imported from, and recognizing which one a file comes from.
import { CommandError } from '../../../../platform/command.ts'
import type { OpenedFile } from '../reading/open-file.ts'
import type { SourceRecord } from '../reading/records.ts'
import type { Source } from '../source-link.ts'
import { bitly } from './bitly.ts'
import { dub } from './dub.ts'
import { kutt } from './kutt.ts'
import { shlink } from './shlink.ts'
import { table } from './table.ts'
import { yourls } from './yourls.ts'

// In the order in which they are tried: the last one accepts any table with destinations.
export const sources: Source[] = [kutt, shlink, dub, bitly, yourls, table]

export function sourceNamed(name: string): Source {
  const source = sources.find((one) => one.name === name.trim().toLowerCase())
  if (source) return source
  throw new CommandError(
    `--from must be one of ${sources
      .map((one) => one.name)
      .sort()
      .join(', ')}`,
  )
}

/** The source of a file, by its first record. */
export async function sourceOf(file: OpenedFile): Promise<Source> {
  const first = await firstRecord(file)
  const fields = first && 'fields' in first ? first.fields : null
  const has = (...names: string[]) => fields !== null && names.every((name) => fields.has(name))
  const source = sources.find((one) => one.recognizes(has, file.format))
  if (source) return source
  throw new CommandError(
    fields === null
      ? 'the file has no readable record'
      : 'no column of the file is recognized as the destination: name its source with --from, or its columns with --columns code,url,title',
  )
}

async function firstRecord(file: OpenedFile): Promise<SourceRecord | null> {
  for await (const [first] of file.records()) if (first) return first
  return null
}
