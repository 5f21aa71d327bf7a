// Which hosts imitate another one, and which don't.
import { expect, test } from 'bun:test'
import { hostnameOf } from './list-lines.ts'
import { createLookAlikes } from './look-alikes.ts'

const isLookAlike = createLookAlikes(['lin.example', 'examplebank.com'])
const judged = (host: string) => isLookAlike(hostnameOf(`https://${host}/`) ?? '')

test.each([
  // A Cyrillic а; entirely in Cyrillic; a Greek ο; a dot below.
  'pаypal.com',
  'www.pаypal.com',
  'раураӏ.com',
  'gοοgle.com',
  'paypạl.com',
  'xn--pypal-4ve.com',
  'PАYPAL.com',
  'paypa1.com',
  'g00gle.com',
  'rnicrosoft.com',
  'g00gle.evil.example',
  'paypal.com.evil.example',
  'www.paypal.com.evil.example',
  'paypal.com.verify.evil.example',
  'lin.example.evil.example',
  '1in.example',
  // Scripts mixed within one word, whatever it imitates.
  'соmpany.example',
  // One typo away from a domain that the operator protects.
  'examplebamk.com',
  'exmaplebank.com',
  'examplebanks.com',
  'examplbank.com',
])('%s is', (host) => expect(judged(host)).toBe(true))

test.each([
  'paypal.com',
  'www.paypal.com',
  'paypal.co.id',
  'paypal.evil.example',
  'google.com.au',
  'google.co.id',
  'lin.example',
  'a.lin.example',
  'examplebank.com',
  'bücher.example',
  'пример.рф',
  'россия.рф',
  'ελλάδα.gr',
  '例え.jp',
  'müller.de',
  'example.com',
  'github.io',
  'appeals.example',
  '192.0.2.7',
  '[2001:db8::1]',
  'localhost',
])('%s is not', (host) => expect(judged(host)).toBe(false))
