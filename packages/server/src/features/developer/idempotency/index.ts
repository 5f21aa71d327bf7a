// Idempotency-Key: a repeated request gets the first answer again. The feature's public API.
export { Idempotency } from './store.ts'
