// A software authenticator, for passkey tests that need many passkeys, or ones that no browser would create.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The relevant options of `navigator.credentials.create()`. */
export interface CreationOptions {
  challenge: string
  rp: { id: string }
}

/**
 * A new passkey, as `toJSON()` writes it (WebAuthn 3, section 5.1.8): ES256, its owner verified, without attestation
 * (section 8.7).
 */
export function newPasskey(options: CreationOptions, origin: string) {
  return newAuthenticator(origin).make(options)
}

/** An authenticator with one passkey, which it signs in with. */
export function newAuthenticator(origin: string) {
  const id = randomBytes(16)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    make: ({ challenge, rp }: CreationOptions) =>
      creation(id, keys.publicKey, rp.id, clientDataOf('webauthn.create', challenge)),
    /** What `navigator.credentials.get()` returns for a challenge (section 7.2). */
    use({ challenge, rpId }: { challenge: string; rpId: string }) {
      const clientData = clientDataOf('webauthn.get', challenge)
      const data = Buffer.concat([
        createHash('sha256').update(rpId).digest(),
        Buffer.from([0x01 | 0x04]),
        Buffer.alloc(4),
      ])
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, keys.privateKey).toString('base64url'),
        },
      }
    },
  }
}

function creation(id: Buffer, key: KeyObject, rpId: string, clientData: Buffer) {
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject(authenticatorData(rpId, id, key)).toString('base64url'),
    },
  }
}

/** Section 6.1: the hash of the RP ID, the flags, the counter, and the credential with its key. */
function authenticatorData(rpId: string, id: Buffer, key: KeyObject): Buffer {
  const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40]
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([userPresent | userVerified | hasCredential]),
    // The counter and the AAGUID: zeros, because this authenticator reports neither.
    Buffer.alloc(4 + 16),
    Buffer.from([0, id.length]),
    id,
    publicKey(key),
  ])
}

/** A key on P-256 in COSE (RFC 9053, section 7.1.1): kty EC2, alg ES256, crv P-256, x and y. */
function publicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    coordinate(x),
    Buffer.from([0x22, 0x58, 0x20]),
    coordinate(y),
  ])
}

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR (RFC 8949); the data is short enough for a one-byte length. */
function attestationObject(authData: Buffer): Buffer {
  const word = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0]), word('authData')],
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
