// The languages: one line each.
export * as en from './en/index.ts'
export * as id from './id/index.ts'
