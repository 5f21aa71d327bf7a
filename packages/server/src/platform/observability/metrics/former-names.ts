// The names that metrics had in the previous release: monitoring and alerts that use them keep working for one release.
import type { MetricFamily } from './families.ts'

/** The former name of a metric, by its current name. Empty this with each release. */
const formerNames: Record<string, string> = {
  linnet_clicks_pending: 'linnet_clicks_waiting',
  linnet_click_batches_total: 'linnet_drain_batches_total',
  linnet_click_batch_failures_total: 'linnet_drain_failures_total',
  linnet_deliveries_pending: 'linnet_deliveries_waiting',
  linnet_mail_pending: 'linnet_mail_waiting',
  linnet_database_pending: 'linnet_database_waiting',
}

/** The families, each renamed one followed by a copy under its former name, whose help marks it as deprecated. */
export function withFormerNames(families: MetricFamily[]): MetricFamily[] {
  return families.flatMap((family) => {
    const former = formerNames[family.name]
    if (former === undefined) return [family]
    return [
      family,
      {
        ...family,
        name: former,
        help: `Deprecated: renamed to ${family.name}. The next release drops this name.`,
      },
    ]
  })
}
