// A typical account after a month: links with their clicks, a microsite, an image, a webhook, a key and an application; and
// the server that it administers, with two more people, an abuse report and an appeal. The people share a workspace.

import { type SignedIn, signIn } from '../accounts/sign-in.ts'
import { shareWorkspace } from '../accounts/workspaces.ts'
import type { PageIds } from '../browser/dashboard-pages.ts'
import { formBrowser } from '../browser/form-browser.ts'
import type { Account, Answer, Instance } from '../instance.ts'
import { drawings } from './sample-microsite.ts'

const days = 30
const dayMilliseconds = 24 * 60 * 60 * 1000

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  pixel:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}
// Each is used as often as it is listed.
const userAgents = [
  ...[agents.iphone, agents.pixel, agents.pixel, agents.chrome, agents.chrome, agents.chrome],
  ...[agents.firefox, agents.ipad, agents.iphone, agents.crawler],
]
/** Addresses in Indonesia, the United States, Japan, Germany, Australia, Brazil and the United Kingdom. */
const addresses = [
  ...['202.134.0.155', '202.134.1.10', '36.66.1.1', '114.4.10.2', '8.8.8.8', '8.8.4.4', '133.11.0.1'],
  ...['133.11.0.9', '88.198.1.1', '1.128.0.1', '200.160.2.3', '212.58.244.1', '202.134.0.60'],
]
const referers = [
  'https://www.instagram.com/ana',
  'https://www.instagram.com/',
  'https://news.example.co.uk/story',
  'https://www.google.com/',
  '',
  '',
]

const links: [code: string, title: string, long_url: string, more?: Record<string, unknown>][] = [
  [
    'spring',
    'Spring collection',
    'https://shop.example/collections/spring?utm_source=instagram&utm_medium=social',
  ],
  ['studio', 'Open studio, 7 February', 'https://studio.example/open-day'],
  ['kelas', 'Kelas tembikar untuk pemula', 'https://courses.example/id/tembikar-pemula'],
  ['newsletter', 'Newsletter', 'https://letters.example/ana'],
  ['press', 'Press kit', 'https://drive.example/d/1a2b3c4d5e6f7g8h9i0j', { password: 'for the press' }],
  ['maps', 'How to find us', 'https://maps.example/place/Jl.+Kaliurang+5,+Yogyakarta'],
  [
    'glaze',
    'Glaze recipes: a very long title that somebody pasted from an article about ash, iron and time',
    'https://blog.example/2026/glazes',
  ],
  ['salam', 'مجموعة الربيع من الخزف', 'https://shop.example/ar/spring'],
]

/** The account's own words. */
export const sampleTexts = [
  ...links.flatMap((link) => link.slice(0, 2) as string[]),
  ...['Ana Wijaya', 'Pot no.', 'pots', 'Nightly report', 'Shop plugin', 'Blue bowl', 'Spring collection'],
  ...['Studio Tembikar', 'Shop sync', 'dewi@studio.example'],
  'New pieces every first Sunday of the month.',
  ...[...drawings.keys()].map((path) => path.replace(/^.*\/|\.svg$/g, '')),
]

/** The settings that its instance needs, because visitors come from all over the world. */
export const sampleInstance = { TRUST_PROXY: '127.0.0.1,::1' }

/** Creates it, on an instance whose clock may be advanced; the last day of the month is today. */
export async function fillSampleAccount(instance: Instance): Promise<{ account: Account; ids: PageIds }> {
  const { clock } = instance
  const account = await instance.account({ plan: 'unlimited', administrator: true })
  clock.move(-days * dayMilliseconds)
  for (let number = 1; number <= 14; number++)
    await account.link({ title: `Pot no. ${number}`, long_url: `https://shop.example/pots/${number}` })
  for (const [custom_slug, title, long_url, more] of links)
    await account.link({ custom_slug, title, long_url, ...more })
  let visit = 0
  for (let day = 0; day < days; day++) {
    // More on weekends, and more towards the end.
    const today = 5 + Math.round(day * 0.6) + (day % 7 >= 5 ? 9 : 0)
    for (let n = 0; n < today; n++, visit++) {
      const [code] = links[[0, 0, 0, 1, 1, 2, 3, 5, 6][(visit * 7) % 9] as number] as (typeof links)[number]
      await instance.visit(`/${code}${visit % 11 === 0 ? '?qr' : ''}`, {
        'user-agent': userAgents[(visit * 3) % userAgents.length] as string,
        'x-forwarded-for': addresses[(visit * 5) % addresses.length] as string,
        referer: referers[(visit * 2) % referers.length] as string,
      })
    }
    await clock.advance(dayMilliseconds)
  }
  await makeMicrosite(instance, account)
  const { call } = await signIn(instance, account)
  await done(call('PUT /user', { body: { name: 'Ana Wijaya' } }))
  for (const [path, drawing] of drawings) {
    const name = path.replace(/^.*\/|\.svg$/g, '')
    await done(call(`POST /assets?title=${name}`, { body: new TextEncoder().encode(drawing) }))
  }
  await done(
    call('POST /shop-items', {
      body: { title: 'Blue bowl', price: 185_000, currency: 'IDR', href: 'https://shop.example/bowl' },
    }),
  )
  await done(
    call('POST /keys', { body: { name: 'Nightly report', scopes: ['links:read', 'links:analytics'] } }),
  )
  await done(
    call('POST /apps', {
      body: {
        name: 'Shop plugin',
        redirect_uris: ['https://shop.example/oauth/callback'],
        confidential: true,
      },
    }),
  )
  const webhook = await done(
    call('POST /webhooks', {
      body: { url: 'https://hooks.example.com/linnet', events: ['link.created', 'link.clicked'] },
    }),
  )
  await done(call('POST /domains', { body: { domain: 'go.ana.example' } }))
  const link = await done(account.call('GET /links/spring'))
  const [budi, citra] = await makeNeighbours(instance, call)
  const workspace = await shareStudio(instance, account, [budi, citra])
  return { account, ids: { link: link.id, webhook: webhook.id, person: budi.userId, workspace } }
}

/**
 * Two more people on the server, which the account administers: a link of one is reported, and a link of the other is
 * blocked, against which she appeals.
 */
async function makeNeighbours(
  instance: Instance,
  administer: SignedIn['call'],
): Promise<[budi: Account, citra: Account]> {
  const [budi, citra] = [await instance.account({ plan: 'free' }), await instance.account({ plan: 'tiny' })]
  for (const [{ email }, name] of [
    [budi, 'Budi Santoso'],
    [citra, 'Citra Lestari'],
  ] as const)
    await done((await signIn(instance, { email })).call('PUT /user', { body: { name } }))
  const link = await budi.link({
    custom_slug: 'hadiah',
    title: 'Hadiah untuk Anda',
    long_url: 'https://prizes.example/claim?account=verify&step=1',
  })
  const { status, text } = await formBrowser(instance).post('/account/report', {
    address: link.short_url,
    reason: 'phishing',
    details: 'It came in a message that said I had won.\nThe page asked for the password of my bank.',
    email: 'visitor@example.net',
  })
  if (status !== 200) throw new Error(`the report was refused: ${text}`)
  const blocked = await citra.link({
    custom_slug: 'arisan',
    title: 'Arisan RT 05',
    long_url: 'https://forms.example/arisan?form=payment',
  })
  const reason = 'It asks for payments to an account that is not named.'
  await done(administer(`POST /administration/links/${blocked.id}/block`, { body: { reason } }))
  const message = 'It is the form of our neighbourhood savings.\nThe account is that of our treasurer.'
  const { call } = await signIn(instance, citra)
  await done(call('POST /appeals', { body: { about: 'link', id: blocked.id, message } }))
  return [budi, citra]
}

/** A workspace that the account shares with two more people, and two open invitations to it; returns its id. */
async function shareStudio(
  instance: Instance,
  owner: Account,
  [budi, citra]: [budi: Account, citra: Account],
): Promise<string> {
  const { id, call, join } = await shareWorkspace(instance, owner, 'Studio Tembikar')
  await join(budi, 'editor')
  await join(citra, 'viewer')
  await done(call('POST /keys', { body: { name: 'Shop sync', scopes: ['links:read'] } }))
  await done(call('POST /links', { body: { long_url: 'https://studio.example/open-day' } }))
  await done(call(`PUT /workspace/members/${budi.userId}`, { body: { role: 'admin' } }))
  const invited = { email: 'dewi@studio.example', role: 'editor' }
  await done(call('POST /workspace/invitations', { body: invited }))
  await done(call('POST /workspace/invitations', { body: { role: 'viewer' } }))
  return id
}

async function makeMicrosite(instance: Instance, account: Account): Promise<void> {
  await done(
    account.call('POST /microsites', {
      body: { slug: 'ana', title: 'Ana Wijaya', kind: 'portfolio', theme: 'default' },
    }),
  )
  const components: [kind: string, data: object][] = [
    ['PROFILE', { title: 'Ana Wijaya', description: 'I make pots, and show how. Jakarta and Yogyakarta.' }],
    [
      'HORIZONTAL_LINK',
      { links: ['instagram', 'tiktok', 'youtube'].map((icon) => ({ icon, url: `https://${icon}.com/ana` })) },
    ],
    [
      'LINK',
      {
        value: 'Spring collection',
        href: 'https://shop.example/spring',
        buttonColor: '#b32c43',
        icon: 'shop',
      },
    ],
    ['LINK', { value: 'Courses', href: 'https://courses.example/pottery' }],
    ['TEXT', { content: 'New pieces every first Sunday of the month.' }],
    ['MAPS', { name: 'Studio', address: 'Jl. Kaliurang 5, Yogyakarta' }],
  ]
  for (const [kind, data] of components)
    await done(account.call('POST /microsites/ana/components', { body: { kind, data } }))
  for (let view = 0; view < 40; view++) await instance.visit('/ana')
}

/** The record in a response. */
async function done(asked: Promise<Answer>): Promise<{ id: string }> {
  const { status, text, body } = await asked
  if (status !== 200) throw new Error(`the sample account could not be filled: ${text}`)
  return body.data
}
