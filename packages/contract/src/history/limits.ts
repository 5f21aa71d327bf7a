// The limits of history and undo: without schemas, so that the dashboard doesn't have to load those.

/** How long a change can be undone, in seconds. What was deleted is kept for as long. */
export const undoSeconds = 3600

/** How many entries of a link's history are kept. */
export const mostHistoryEntries = 200

/** How many planned switches a link can have. */
export const mostSwitches = 20
