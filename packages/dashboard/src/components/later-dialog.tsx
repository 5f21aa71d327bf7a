// The dialog, for parts of the first page that only open one later.
import { later } from './later.tsx'
import { Waiting } from './waiting.tsx'

export const LaterDialog = later(
  () => import('./dialog.tsx').then(({ Dialog }) => Dialog),
  ({ open, ...rest }) => <Waiting isOpen={open} {...rest} />,
)
