// How a receiver verifies a delivery: the function from docs/webhooks.md. A test compares the two.

export const signatureCheck = `// \`body\` is the raw body, byte for byte, before anything parses it.
function verify(secret, { id, timestamp, signatures }, body) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body)
  const wanted = \`v1,\${hmac.digest('base64')}\`
  if (!signatures.split(' ').some((signature) => isSame(signature, wanted))) return false
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= 5 * 60
}`

const before = `import { createHmac, timingSafeEqual } from 'node:crypto'

// Takes the same time wherever the two differ, so that nobody can guess a signature byte by byte.
function isSame(a, b) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

`

const after = `

// With the headers of the request:
// verify(secret, { id: headers['webhook-id'], timestamp: headers['webhook-timestamp'],
//   signatures: headers['webhook-signature'] }, body)`

/** The complete program, for copying. */
export const signatureCheckProgram = before + signatureCheck + after
