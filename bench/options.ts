// The size of a run: the real measurement, or a small one that shows that everything works.

export interface Options {
  /** How often each figure is measured. */
  rounds: number
  /** How long each load lasts. */
  seconds: number
  /** How long a server is under load before it is measured, so that its code has been compiled. */
  warmUpSeconds: number
  /** Codes that visitors request. */
  codes: number
  /** Different requests of a load. */
  requests: number
  /** Redirects per second in the comparison at a steady rate. */
  steadyPerSecond: number
  /** By how much the achieved rates may differ, because CPU per redirect depends on the rate. A small run allows anything. */
  rateTolerance: number
  /** How many links are stored while the same load is measured; the others are compared with the first. */
  storedLinks: [number, number, number]
  /** Links of the account that is searched, and of a server that is started or is under long load. */
  manyLinks: number
  /** The numbers of clicks for statistics, in ascending order, and of their links. */
  clicks: [number, number]
  clickedLinks: number
  days: number
  /** A percentile is taken from at most this many queries, made within at most this many seconds. */
  queries: number
  querySeconds: number
  /** How long memory is measured under load, and how much of the beginning is ignored. */
  soakSeconds: number
  settlingSeconds: number
  starts: number
  /** How often each command is run. */
  commands: number
  /** How many deliveries are sent in a row, and how many are pending for an endpoint that never answers. */
  deliveries: number
  waitingDeliveries: number
  /** How long clicks are delivered in a row, because a backlog grows slowly. */
  clickSeconds: number
  /** How long the checks of watched links are measured. */
  checkSeconds: number
  /** How long each attack lasts. */
  attackSeconds: number
}

export const full: Options = {
  rounds: 5,
  seconds: 5,
  warmUpSeconds: 4,
  codes: 100_000,
  requests: 300_000,
  steadyPerSecond: 20_000,
  rateTolerance: 0.03,
  storedLinks: [10_000, 1_000_000, 10_000_000],
  manyLinks: 1_000_000,
  clicks: [500_000, 50_000_000],
  clickedLinks: 100_000,
  days: 90,
  queries: 300,
  querySeconds: 10,
  soakSeconds: 600,
  settlingSeconds: 120,
  starts: 7,
  commands: 20,
  deliveries: 40_000,
  waitingDeliveries: 100_000,
  clickSeconds: 20,
  checkSeconds: 60,
  attackSeconds: 60,
}

export const quick: Options = {
  rounds: 1,
  seconds: 1,
  warmUpSeconds: 0,
  codes: 1_000,
  requests: 5_000,
  steadyPerSecond: 1_000,
  rateTolerance: Infinity,
  storedLinks: [1_000, 1_500, 2_000],
  manyLinks: 2_000,
  clicks: [2_000, 4_000],
  clickedLinks: 500,
  days: 3,
  queries: 12,
  querySeconds: 1,
  soakSeconds: 1,
  settlingSeconds: 0,
  starts: 1,
  commands: 1,
  deliveries: 1_000,
  waitingDeliveries: 1_000,
  clickSeconds: 1,
  checkSeconds: 12,
  attackSeconds: 1,
}
