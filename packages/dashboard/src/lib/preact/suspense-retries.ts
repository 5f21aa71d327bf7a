// Lets the browser work before what was loading is rendered again, as React does. While a page loads, the router may throw a
// promise that is already resolved; Preact by itself would then render it again at once, forever, and the page would hang.
import { options } from 'preact'
// Loaded first, because it sets the handler that is wrapped here.
import 'preact/compat'

type Catch = (error: unknown, ...rest: unknown[]) => void

// Preact's name for the handler of what components throw.
const handlers = options as unknown as { __e: Catch }
const handle = handlers.__e
handlers.__e = (error, ...rest) => handle(isPromise(error) ? afterOneTask(error) : error, ...rest)

const isPromise = (thrown: unknown): thrown is PromiseLike<unknown> =>
  typeof (thrown as PromiseLike<unknown> | null)?.then === 'function'

function afterOneTask(promise: PromiseLike<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => void setTimeout(resolve)
    promise.then(done, done)
  })
}
