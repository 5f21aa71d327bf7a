// A watch on the main thread from another one. The face of the folder.
export { type Begin, type During, Heartbeat } from './heartbeat.ts'
export { type ClaimedJob, memoryBytes } from './shared-memory.ts'
export { Watchdog } from './watchdog.ts'
