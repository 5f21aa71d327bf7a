// The metric families that all caches share.
import type { CacheMetrics } from '../../concurrency/bounded-cache.ts'
import { family, type MetricFamily } from './families.ts'

/** Those of one cache, whose name is their label. */
export function cacheMetrics(cache: string, { entries, hits, misses }: CacheMetrics): MetricFamily[] {
  const of = (number: number) => ({ label: 'cache', values: [[cache, number] as const] })
  return [
    family('gauge', 'linnet_cache_entries', 'Links or pages in the cache, approximately.', of(entries)),
    family('counter', 'linnet_cache_hits_total', 'Visits answered from the cache.', of(hits)),
    family(
      'counter',
      'linnet_cache_misses_total',
      'Links read, or pages rendered, because they were not in the cache.',
      of(misses),
    ),
  ]
}
