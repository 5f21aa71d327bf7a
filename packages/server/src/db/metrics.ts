// The metrics of the database: its pool, its queries, and its change feed.
import { family, type MetricFamily } from '../platform/observability/metrics/index.ts'
import type { Database } from './database.ts'

export function databaseMetrics(db: Pick<Database, 'metrics'>): MetricFamily[] {
  const { connections, isListening, isReplicaUsed, queries, failures } = db.metrics()
  const { most = 0, inUse = 0, idle = 0, waiting = 0 } = connections ?? {}
  return [
    family('gauge', 'linnet_database_connections', 'Connections of the pool to PostgreSQL.', {
      label: 'state',
      values: connections ? Object.entries({ in_use: inUse, idle }) : [],
    }),
    family(
      'gauge',
      'linnet_database_connections_max',
      'Maximum number of connections of the pool.',
      connections && most,
    ),
    family(
      'gauge',
      'linnet_database_pending',
      'Queries that are waiting for a connection of the pool.',
      connections && waiting,
    ),
    queries.family('linnet_database_query_duration_seconds', 'How long queries took.'),
    family(
      'counter',
      'linnet_database_failures_total',
      'Queries that failed because the database was unavailable, full or locked.',
      failures,
    ),
    family(
      'gauge',
      'linnet_database_listening',
      '1 while notifications from other processes arrive.',
      Number(isListening),
    ),
    family(
      'gauge',
      'linnet_database_replica',
      '1 while a replica answers queries that may be slightly out of date.',
      Number(isReplicaUsed),
    ),
  ]
}
