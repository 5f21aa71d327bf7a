// The identifier that every answer carries, so that a person and a log line can speak of the same request.

const usable = /^[A-Za-z0-9._-]{1,128}$/
const process = crypto.randomUUID().slice(0, 8)
let counter = 0

/** The one that came in, if it is usable; else a new one, unique to this process and the moment it started. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  if (given !== null && usable.test(given)) return given
  counter = (counter + 1) % Number.MAX_SAFE_INTEGER
  return `${process}-${counter.toString(36)}`
}
