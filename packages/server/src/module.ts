// What a feature gives the application. app.ts makes the features in order and folds these lists; nothing else reaches in.
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
 * Deletes some of what a deleted account has, in a transaction that nobody waits long for; false where nothing is left.
 * It is called until then.
 */
export type Erase = (userId: number) => Promise<boolean>

export interface PersonalData {
  erase: Erase
}

export interface Module {
  operations?: Partial<ApiHandlers>
  /** Pages with forms, for people with a browser. */
  pages?: PageRoute[]
  /** Other HTTP that is not an operation. */
  routes?: Route[]
  jobs?: Job[]
  /** What a monitor reads of this process. */
  metrics?(): MetricFamily[] | Promise<MetricFamily[]>
  commands?: Command[]
  personalData?: PersonalData
  /** Opens what the server alone needs: files, threads and timers. A command opens nothing. */
  open?(): Promise<void>
  /** Gives up what jobs wait for, so that those that are running can end. */
  interrupt?(): Promise<void>
  /** Closes what `open` opened, once requests and jobs have ended. */
  close?(): Promise<void>
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** All handlers of what was made, in one object, whose type has every group that some module has. */
export function operationsOf<Made extends object>(
  made: Made & WithModuleFields<Made>,
): Intersection<Extract<Made[keyof Made], { operations: object }>['operations']> {
  return Object.assign({}, ...modulesOf(made).map(({ operations }) => operations))
}

/** Each field of what was made that has the name of a module's field is one: anything else does not compile. */
type WithModuleFields<Made> = { readonly [Name in keyof Made]: Pick<Module, keyof Module & keyof Made[Name]> }

/** What was made, in its order, as modules. A service that isn't a module has none of a module's fields. */
export function modulesOf<Made extends object>(made: Made & WithModuleFields<Made>): readonly Module[] {
  return Object.values(made)
}

/** The metric families of some modules; those of the same name become one, with the samples of all. */
export async function metricsOf(modules: readonly Module[]): Promise<MetricFamily[]> {
  const families = new Map<string, MetricFamily>()
  for (const family of (await Promise.all(modules.map((module) => module.metrics?.() ?? []))).flat()) {
    const known = families.get(family.name)
    families.set(family.name, known ? { ...known, samples: [...known.samples, ...family.samples] } : family)
  }
  return [...families.values()]
}

/** What erases an account's data: the module that was made last comes first, for it may refer to those before it. */
export function erasers(modules: readonly Module[]): Erase[] {
  return modules.flatMap(({ personalData }) => personalData?.erase ?? []).reverse()
}
