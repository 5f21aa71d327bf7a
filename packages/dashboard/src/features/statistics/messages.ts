// The messages of the statistics.
import { messagesFor } from '@linnet/languages'
import { statistics } from '@linnet/languages/en/statistics/statistics'

export const statisticsMessages = messagesFor('statistics', statistics)
