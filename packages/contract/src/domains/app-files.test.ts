// The files that open apps, checked against the examples and rules that Apple and Google publish.
import { describe, expect, test } from 'bun:test'
import { appFileFault } from './app-files.ts'

const fingerprint = Array.from({ length: 32 }, (_, index) => (index + 160).toString(16).toUpperCase()).join(
  ':',
)
const app = {
  namespace: 'android_app',
  package_name: 'com.example.app',
  sha256_cert_fingerprints: [fingerprint],
}
const relation = ['delegate_permission/common.handle_all_urls']

const at = (file: 'apple_app_site_association' | 'assetlinks', value: unknown) => {
  const fault = appFileFault(file, JSON.stringify(value))
  return fault === null ? null : fault.code === 'app_file' ? [fault.params.at, fault.params.part] : fault.code
}
const apple = (value: unknown) => at('apple_app_site_association', value)
const google = (value: unknown) => at('assetlinks', value)
const details = (...list: unknown[]) => ({ applinks: { details: list } })

describe("Apple's file", () => {
  test.each([
    // https://developer.apple.com/documentation/xcode/supporting-associated-domains
    [
      {
        ...details({
          appIDs: ['ABCDE12345.com.example.app', 'ABCDE12345.com.example.app2'],
          components: [
            { '#': 'no_universal_links', exclude: true, comment: 'Matches any URL with this fragment' },
            { '/': '/buy/*', comment: 'Matches any URL with a path that starts with /buy/.' },
            { '/': '/help/*', '?': { articleNumber: '????' }, caseSensitive: false },
          ],
        }),
        webcredentials: { apps: ['ABCDE12345.com.example.app'] },
        appclips: { apps: ['ABCDE12345.com.example.MyApp.Clip'] },
      },
    ],
    // The form before iOS 13.
    [{ applinks: { apps: [], details: [{ appID: 'ABCDE12345.com.example.app', paths: ['NOT /x', '*'] }] } }],
    [{ activitycontinuation: { apps: ['ABCDE12345.com.example.app'] } }],
    [{ applinks: {} }],
  ])('may be %j', (value) => {
    expect(apple(value)).toBeNull()
  })

  test.each([
    ['names no service', { other: {} }, ['', 'service']],
    ['is a list', [], ['', 'form']],
    [
      'names an app without its prefix',
      details({ appIDs: ['com.example.app'] }),
      ['applinks.details.0.appIDs.0', 'app'],
    ],
    ['names no app', details({ components: [] }), ['applinks.details.0', 'app']],
    [
      'has a path that is no string',
      details({ appID: 'ABCDE12345.a', paths: [1] }),
      ['applinks.details.0.paths.0', 'form'],
    ],
    ['names apps of old', { applinks: { apps: ['ABCDE12345.a'] } }, ['applinks.apps', 'form']],
  ])('is refused if it %s', (_name, value, fault) => {
    expect(apple(value)).toEqual(fault)
  })
})

describe("Google's file", () => {
  test.each([
    // https://developers.google.com/digital-asset-links/v1/statements
    [[{ relation, target: app }]],
    [[{ relation, target: { namespace: 'web', site: 'https://www.example.com:8080' } }]],
    [[{ include: 'https://example.com/includedstatements.json' }]],
    [[]],
  ])('may be %j', (value) => {
    expect(google(value)).toBeNull()
  })

  test.each([
    ['is no list', { relation, target: app }, ['', 'form']],
    [
      'has a relation of no kind',
      [{ relation: ['handle_all_urls'], target: app }],
      ['0.relation.0', 'relation'],
    ],
    [
      'has a target of another kind',
      [{ relation, target: { namespace: 'ios_app' } }],
      ['0.target.namespace', 'form'],
    ],
    [
      'has a package of one word',
      [{ relation, target: { ...app, package_name: 'app' } }],
      ['0.target.package_name', 'package'],
    ],
    [
      'has a fingerprint in small letters',
      [{ relation, target: { ...app, sha256_cert_fingerprints: [fingerprint.toLowerCase()] } }],
      ['0.target.sha256_cert_fingerprints.0', 'fingerprint'],
    ],
    [
      'limits a site to a folder',
      [{ relation, target: { namespace: 'web', site: 'https://example.com/folder' } }],
      ['0.target.site', 'site'],
    ],
  ])('is refused if it %s', (_name, value, fault) => {
    expect(google(value)).toEqual(fault)
  })
})

test('a file that phones would cut off is refused, in bytes and not in characters', () => {
  const long = (text: string) => JSON.stringify([{ include: `https://example.com/${text}` }])
  expect(appFileFault('assetlinks', long('a'.repeat(128 * 1024 - 60)))).toBeNull()
  expect(appFileFault('assetlinks', long('a'.repeat(128 * 1024)))?.code).toBe('too_long')
  expect(appFileFault('assetlinks', long('ä'.repeat(100 * 1024)))?.code).toBe('too_long')
})

test('brackets without end are not JSON, and are told fast', () => {
  expect(appFileFault('assetlinks', '['.repeat(128 * 1024))?.code).toBe('not_json')
})
