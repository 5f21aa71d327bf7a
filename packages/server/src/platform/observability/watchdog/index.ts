// Monitors the main thread from another thread. The folder's public API.
export { type Begin, type During, Heartbeat } from './heartbeat.ts'
export { type ClaimedJob, memoryBytes } from './shared-memory.ts'
export { Watchdog } from './watchdog.ts'
