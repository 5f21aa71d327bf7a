// Encrypts secrets that must be read again, so that the database alone doesn't reveal them: AES-256-GCM.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config-error.ts'

/** A server's keys: the current one seals, and fallbacks still open what they have sealed. */
export interface SecretKeys {
  /** The operator's key, of any length; null for the one in DATA_DIR. */
  secretKey: string | null
  secretKeyFallbacks: readonly string[]
}

export interface Secrets {
  /** `context` says what the secret is and whom it belongs to, so that one sealed value can't replace another. */
  seal(secret: string, context: string): string
  /** The secret; null if no key sealed it, or if the context differs or the text was changed. */
  open(sealed: string, context: string): string | null
  /** The key that sealed it; null if `open` returns null. */
  sealedWith(sealed: string, context: string): 'current' | 'fallback' | null
  /** Identifies the key without revealing it. */
  fingerprint: string
  fallbackFingerprints: readonly string[]
  /** Proves knowledge of the key, for this text. */
  proof(text: string): string
  /** Whether it is a proof for this text, by the current key or a fallback. */
  isProof(text: string, given: string): boolean
}

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
// The same as for SECRET_KEY.
const fewestCharacters = 32

/** Without a key from the operator, uses the one in `folder`, and creates it if there is none. */
export function createSecrets({ secretKey, secretKeyFallbacks }: SecretKeys, folder: string): Secrets {
  const material = secretKey ?? keyOf(keyFile(folder))
  const current = new SealingKey(material)
  const fallbacks = [...new Set(secretKeyFallbacks)]
    .filter((key) => key !== material)
    .map((key) => new SealingKey(key))
  const keys = [current, ...fallbacks]
  return {
    fingerprint: current.fingerprint,
    fallbackFingerprints: fallbacks.map(({ fingerprint }) => fingerprint),
    proof: (text) => current.proof(text),
    isProof: (text, given) => keys.some((key) => isSame(key.proof(text), given)),
    seal: (secret, context) => current.seal(secret, context),
    open(sealed, context) {
      for (const key of keys) {
        const secret = key.open(sealed, context)
        if (secret !== null) return secret
      }
      return null
    },
    sealedWith(sealed, context) {
      if (current.open(sealed, context) !== null) return 'current'
      return fallbacks.some((key) => key.open(sealed, context) !== null) ? 'fallback' : null
    },
  }
}

class SealingKey {
  readonly fingerprint: string
  private readonly sealing: Buffer
  private readonly proving: Buffer

  constructor(material: string) {
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', material, 'linnet', purpose, 32))
    this.sealing = derived('sealing')
    this.proving = derived('proof')
    this.fingerprint = derived('fingerprint').subarray(0, 8).toString('hex')
  }

  proof(text: string): string {
    return createHmac('sha256', this.proving).update(text).digest('base64url')
  }

  seal(secret: string, context: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.sealing, nonce).setAAD(Buffer.from(context))
    const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`
  }

  open(sealed: string, context: string): string | null {
    const [found, content = ''] = sealed.split('.')
    const bytes = Buffer.from(content, 'base64url')
    if (found !== version || bytes.length < nonceBytes + tagBytes) return null
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.sealing, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether there is a key already, so that `createSecrets` would not create one. */
export function hasKey(key: string | null, folder: string): boolean {
  return key !== null || existsSync(keyFile(folder))
}

const keyFile = (folder: string) => join(folder, 'secret.key')

/**
 * The key in a file, which is created atomically, so that processes that start together use the same key. Throws a
 * ConfigError for a truncated or empty file, because anyone can open what an empty key seals.
 */
function keyOf(file: string): string {
  try {
    if (!existsSync(file)) makeKey(file)
  } catch (error) {
    throw new ConfigError(
      `can't write the secret key to DATA_DIR ${dirname(file)}: ${(error as Error).message}; free up space, or give this user write access`,
    )
  }
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < fewestCharacters)
    throw new ConfigError(
      `the key in ${file} has fewer than ${fewestCharacters} characters: restore the file from a backup, or remove it to create a new key`,
    )
  return key
}

function makeKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    const open = openSync(draft, 'w', 0o600)
    try {
      writeFileSync(open, `${randomBytes(32).toString('hex')}\n`)
      // Otherwise, a power failure could leave an empty file.
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
