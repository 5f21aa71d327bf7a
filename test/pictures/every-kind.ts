// One component of each kind, for pages that show all of them.
import { componentKinds } from '@linnet/contract'
import type { ShownComponent } from '@linnet/pages'
import { interactiveKinds } from './interactive-samples.ts'
import { kindsInLooks } from './sample-microsite.ts'

const { 'text-colours': _, ...readable } = kindsInLooks
const unlocked = [...Object.values(readable), ...Object.values(interactiveKinds)]
  .flat()
  .filter(({ lock, data }) => !lock.locked && !('isSpoiler' in data && data.isSpoiler))

/** In the order of the contract: the first sample of each kind. */
export const everyKind: readonly ShownComponent[] = componentKinds.flatMap((kind) => {
  const found = unlocked.find((one) => one.kind === kind)
  return found ? { ...found, id: `cmp_every_${kind.toLowerCase()}` } : []
})
