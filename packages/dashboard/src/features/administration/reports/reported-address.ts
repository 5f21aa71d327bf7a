// The address of what a report is about.
import type { AbuseReport } from '@linnet/contract'

export const reportedAddress = ({ link, microsite }: AbuseReport): string =>
  link?.short_url ?? microsite?.url ?? ''
