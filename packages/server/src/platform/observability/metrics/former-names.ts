// Names that metrics had in the release before this one: monitors and alerts that use them work on for one release.
import type { MetricFamily } from './families.ts'

/** The former name of a metric, by the present one. To be emptied with each release. */
const formerNames: Record<string, string> = {
  linnet_clicks_pending: 'linnet_clicks_waiting',
  linnet_click_batches_total: 'linnet_drain_batches_total',
  linnet_click_batch_failures_total: 'linnet_drain_failures_total',
  linnet_deliveries_pending: 'linnet_deliveries_waiting',
  linnet_mail_pending: 'linnet_mail_waiting',
  linnet_database_pending: 'linnet_database_waiting',
}

/** The families, and after each that was renamed the same under its former name, whose help warns of that. */
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
