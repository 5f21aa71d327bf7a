// The workspace of this document. Its address names it, so that each tab, bookmark and step of the history keeps its own, and it
// changes only together with the document, so that nothing of one workspace gets into another.
import { readDashboardPath } from '@linnet/contract/workspace-addresses'

/** Its id; null: the person's own, also where there is no address. */
export const currentWorkspace: string | null = readDashboardPath(
  globalThis.location?.pathname ?? '',
).workspace
