// Parses the address of an S3-compatible bucket, which a setting gives as one URL.

export interface BucketAddress {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** The prefix of all file names: empty, or ending in a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Reads `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…][&tls=off]`; null if it has another form. */
export function bucketOf(address: string): BucketAddress | null {
  // With `s3:`, the parser would accept any string as a host.
  const url = /^s3:\/\/[^/]/.test(address) ? URL.parse(address.replace('s3:', 'https:')) : null
  const [bucket, ...folders] = url?.pathname.split('/').filter(Boolean) ?? []
  if (!url || !bucket || !url.username || !url.password || url.hash) return null
  const tls = url.searchParams.get('tls') ?? 'on'
  if (!['on', 'off'].includes(tls)) return null
  if ([...url.searchParams.keys()].some((name) => name !== 'tls' && name !== 'region')) return null
  try {
    return {
      endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
      bucket: decodeURIComponent(bucket),
      prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
      region: url.searchParams.get('region') || 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }
  } catch {
    return null
  }
}
