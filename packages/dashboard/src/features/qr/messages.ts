// The messages of the page of QR codes.
import { messagesFor } from '@linnet/languages'
import { qrCodes } from '@linnet/languages/en/qr/qr'

export const qrMessages = messagesFor('qrCodes', qrCodes)
