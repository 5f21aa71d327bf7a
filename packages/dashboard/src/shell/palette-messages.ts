// The messages of the command palette.
import { messagesFor } from '@linnet/languages'
import { palette } from '@linnet/languages/en/shell/palette'

export const paletteMessages = messagesFor('palette', palette)
