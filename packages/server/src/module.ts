// What a feature provides to the application. app.ts creates the features in order and combines these lists.
import type { Api } from '@linnet/contract'
import type { Route } from './http/route.ts'
import type { Command } from './platform/command.ts'
import type { MetricFamily } from './platform/observability/metrics/index.ts'
import type { Handlers } from './platform/operations/handler.ts'
import type { PageRoute } from './platform/operations/page.ts'
import type { Job } from './platform/time/schedule.ts'

/** One handler for each operation of the contract, by the contract's groups. */
export type ApiHandlers = { readonly [Group in keyof Api]: Handlers<Api[Group]> }

/**
 * Deletes some of a deleted account's data, in a short transaction. It is called until it returns false, when nothing is
 * left.
 */
export type Erase = (userId: number) => Promise<boolean>

export interface PersonalData {
  erase: Erase
}

export interface Module {
  operations?: Partial<ApiHandlers>
  /** Pages with forms, for people with a browser. */
  pages?: PageRoute[]
  /** HTTP routes that aren't operations. */
  routes?: Route[]
  jobs?: Job[]
  /** The metrics of this process. */
  metrics?(): MetricFamily[] | Promise<MetricFamily[]>
  commands?: Command[]
  personalData?: PersonalData
  /** Opens what only the server needs: files, threads and timers. A command opens nothing. */
  open?(): Promise<void>
  /** Cancels what running jobs wait for, so that they can end. */
  interrupt?(): Promise<void>
  /** Closes what `open` opened, once requests and jobs have ended. */
  close?(): Promise<void>
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The handlers of all modules in one object, whose type has the groups of every module. */
export function operationsOf<Made extends object>(
  made: Made & WithModuleFields<Made>,
): Intersection<Extract<Made[keyof Made], { operations: object }>['operations']> {
  return Object.assign({}, ...modulesOf(made).map(({ operations }) => operations))
}

/** A field that is named like a module's field must have its type; otherwise, it doesn't compile. */
type WithModuleFields<Made> = { readonly [Name in keyof Made]: Pick<Module, keyof Module & keyof Made[Name]> }

/** The given values as modules, in the same order. A service that isn't a module has none of a module's fields. */
export function modulesOf<Made extends object>(made: Made & WithModuleFields<Made>): readonly Module[] {
  return Object.values(made)
}

/** The metric families of these modules; families with the same name are merged. */
export async function metricsOf(modules: readonly Module[]): Promise<MetricFamily[]> {
  const families = new Map<string, MetricFamily>()
  for (const family of (await Promise.all(modules.map((module) => module.metrics?.() ?? []))).flat()) {
    const known = families.get(family.name)
    families.set(family.name, known ? { ...known, samples: [...known.samples, ...family.samples] } : family)
  }
  return [...families.values()]
}

/** The functions that erase an account's data. The last module comes first, because it may refer to those before it. */
export function erasers(modules: readonly Module[]): Erase[] {
  return modules.flatMap(({ personalData }) => personalData?.erase ?? []).reverse()
}
