// The dialog, for places that the first page renders but where nothing is open yet.
import { later } from './later.tsx'

export const LaterDialog = later(() => import('./dialog.tsx').then(({ Dialog }) => Dialog))
