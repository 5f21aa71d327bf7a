// The dialog, for parts of the first page that only open one later.
import { later } from './later.tsx'

export const LaterDialog = later(() => import('./dialog.tsx').then(({ Dialog }) => Dialog))
