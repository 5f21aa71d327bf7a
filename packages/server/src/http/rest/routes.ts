// The base of an API's routes: responses to failures, unknown paths and wrong methods.
import { Refusal } from '@linnet/contract'
import { Hono } from 'hono'
import { failureOf } from '../../platform/operations/execute.ts'
import { answerFailure } from './answers.ts'
import type { RestNeeds, Routes } from './route-context.ts'

export function newRoutes(needs: Pick<RestNeeds, 'log' | 'isAway'>, base: string): Routes {
  const routes = new Hono({ strict: false }).basePath(base) as unknown as Routes
  routes.onError((error, c) => answerFailure(c, failureOf(needs, error, c.env.requestId, c.get('operation'))))
  routes.notFound((c) =>
    answerFailure(
      c,
      failureOf(needs, new Refusal('not_found', 'There is no such address. See /v2/docs.'), c.env.requestId),
    ),
  )
  return routes
}

/** Answers 405 at a path, for the methods that no route before this one has taken. */
export function refuseOtherMethods(routes: Routes, path: string, methods: string[]): void {
  routes.all(path, (c) => {
    c.set('allow', methods.join(', '))
    throw new Refusal('method_not_allowed')
  })
}
