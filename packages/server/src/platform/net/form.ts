// Reads submitted forms: small, in UTF-8, and with each field once.
import { Refusal } from '@linnet/contract'
import { readBounded } from './bounded-body.ts'

const mostBytes = 64 * 1024

/**
 * The fields of an `application/x-www-form-urlencoded` body, by name. Refuses one past 64 KiB (413), of another type or
 * not in UTF-8 (400), and one that names a field twice (400): two readers could see different values.
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new Refusal('malformed_request', 'Send the form as application/x-www-form-urlencoded.')
  const bytes = await readBounded(request, mostBytes)
  if (bytes === null) throw new Refusal('payload_too_large')
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(decoded(bytes))) {
    if (fields.has(name))
      throw new Refusal('malformed_request', `The field "${name.slice(0, 50)}" is given twice.`)
    fields.set(name, value)
  }
  return fields
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('malformed_request', 'The form is not valid UTF-8.')
  }
}
