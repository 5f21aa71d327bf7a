// The changes of a link as marks on its charts.
import type { HistoryEntry } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useLanguage } from '../../lib/language.ts'
import { withoutScheme } from '../../lib/without-scheme.ts'
import { sentenceOf } from './sentences.ts'

export interface LinkMark {
  /** In Unix seconds. */
  at: number
  /** What changed, in a sentence. */
  text: string
}

const entriesAtOnce = 100
/** A destination in a sentence. */
const longestShown = 60
const none: HistoryEntry[] = []

/** The marks of a link, oldest first; none for all links together. */
export function useLinkMarks(id: string | undefined): LinkMark[] {
  const language = useLanguage()
  const { data: entries = none } = useQuery({
    queryKey: ['links', 'marks', id],
    queryFn: ({ signal }) => (id === undefined ? none : allEntries(id, signal)),
    enabled: id !== undefined,
  })
  return entries
    .filter(({ action }) => action !== 'created')
    .map((entry) => ({ at: entry.at, text: markText(entry, language) }))
    .reverse()
}

async function allEntries(short: string, signal: AbortSignal): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let before: string | undefined
  do {
    const page = await client.linkHistory.list({ short, before, limit: entriesAtOnce }, { signal })
    entries.push(...page.data)
    before = page.next_cursor ?? undefined
  } while (before !== undefined)
  return entries
}

function markText(entry: HistoryEntry, language: Language): string {
  const sentence = sentenceOf(entry, language)
  const to = entry.changes.find(({ field }) => field === 'long_url')?.to
  if (typeof to !== 'string') return sentence
  const destination = withoutScheme(to)
  return `${sentence}: ${destination.length > longestShown ? `${destination.slice(0, longestShown)}…` : destination}`
}
