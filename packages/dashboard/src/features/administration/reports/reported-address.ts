// The address of a report's subject.
import type { AbuseReport } from '@linnet/contract'

export const reportedAddress = ({ link, microsite }: AbuseReport): string =>
  link?.short_url ?? microsite?.url ?? ''
