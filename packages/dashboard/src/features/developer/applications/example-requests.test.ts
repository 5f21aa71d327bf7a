// The two requests of the authorization code flow, ready to be copied.
import { describe, expect, test } from 'bun:test'
import { authorizationAddress, exchange } from './example-requests.ts'

const issuer = 'https://short.example'
const application = {
  client_id: 'app_1',
  type: 'confidential',
  redirect_uris: ['https://app.example/back?from=linnet&x=1', 'https://app.example/other'],
  scopes: ['links:read', 'links:write'],
} as const

describe('the authorization URL', () => {
  const url = new URL(
    authorizationAddress(issuer, {
      ...application,
      redirect_uris: [...application.redirect_uris],
      scopes: [...application.scopes],
    }),
  )

  test('is on this server, and has a challenge for the code (RFC 7636)', () => {
    expect(url.origin + url.pathname).toBe(`${issuer}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'app_1',
      code_challenge_method: 'S256',
    })
  })

  test('has the first redirect URI, with its whole query', () => {
    expect(url.searchParams.get('redirect_uri')).toBe(application.redirect_uris[0])
  })

  test('asks for the scopes of the application', () => {
    expect(url.searchParams.get('scope')).toBe('links:read links:write')
  })
})

describe('the exchange of the code for a token', () => {
  const redirect_uris = [...application.redirect_uris]

  test('is authenticated with the secret if the application has one', () => {
    const command = exchange(issuer, { ...application, redirect_uris })
    expect(command).toStartWith(`curl ${issuer}/oauth/token -u 'app_1:CLIENT_SECRET'`)
    expect(command).not.toContain('-d client_id')
  })

  test('names the application if it has no secret', () => {
    const command = exchange(issuer, { ...application, redirect_uris, type: 'public' })
    expect(command).toContain('-d client_id=app_1')
    expect(command).not.toContain('CLIENT_SECRET')
  })

  test('repeats the redirect URI, encoded', () => {
    expect(exchange(issuer, { ...application, redirect_uris })).toContain(
      `--data-urlencode 'redirect_uri=${application.redirect_uris[0]}'`,
    )
  })
})
