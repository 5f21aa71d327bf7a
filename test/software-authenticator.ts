// An authenticator without a device, for tests of passkeys that need many at once, or none that a browser would make.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

/** What `navigator.credentials.create()` asks for, as far as it matters here. */
export interface CreationOptions {
  challenge: string
  rp: { id: string }
}

/**
 * A new passkey, as `toJSON()` writes it (WebAuthn 3, section 5.1.8): ES256, its owner verified, without attestation
 * (section 8.7).
 */
export function newPasskey({ challenge, rp }: CreationOptions, origin: string) {
  const id = randomBytes(16)
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestationObject(authenticatorData(rp.id, id)).toString('base64url'),
    },
  }
}

/** Section 6.1: whom it is for, that its owner was there and verified, the counter, and the credential with its key. */
function authenticatorData(rpId: string, id: Buffer): Buffer {
  const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40]
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([userPresent | userVerified | hasCredential]),
    // The counter, then the AAGUID: it says of neither.
    Buffer.alloc(4 + 16),
    Buffer.from([0, id.length]),
    id,
    publicKey(),
  ])
}

/** A key on P-256 in COSE (RFC 9053, section 7.1.1): kty EC2, alg ES256, crv P-256, x and y. */
function publicKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const coordinate = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    coordinate(x),
    Buffer.from([0x22, 0x58, 0x20]),
    coordinate(y),
  ])
}

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR (RFC 8949), of which it is short enough for a length of one byte. */
function attestationObject(authData: Buffer): Buffer {
  const word = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0]), word('authData')],
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
