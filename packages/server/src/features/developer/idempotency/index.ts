// Repeated requests are answered once: the face of the Idempotency-Key.
export { Idempotency } from './store.ts'
