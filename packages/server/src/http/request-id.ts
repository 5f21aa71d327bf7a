// The identifier of a request, in its response and in the log.

const usable = /^[A-Za-z0-9._-]{1,128}$/
const process = crypto.randomUUID().slice(0, 8)
let counter = 0

/** The one that the client sent, if valid; otherwise a new one, unique to this process and its start. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  if (given !== null && usable.test(given)) return given
  counter = (counter + 1) % Number.MAX_SAFE_INTEGER
  return `${process}-${counter.toString(36)}`
}
