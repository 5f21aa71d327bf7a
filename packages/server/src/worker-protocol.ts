// What a worker process and the process that started it say to each other.

export type ToWorker =
  /** Tell the operator where the service is, and what to do next. */
  { kind: 'greet' }

export type FromWorker = { kind: 'listening' }
