// Components with very long texts, emoji and right-to-left text.
import { component } from './sample-microsite.ts'

const texts = [
  'x'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(400),
  'مرحبا '.repeat(800),
  '\u200b\u202e\u2066'.repeat(50),
  'á'.repeat(500),
]
export const uglyComponents = texts.flatMap((text, index) => [
  component('LINK', { value: text, href: 'https://a.example/', icon: 'star' }, `link_${index}`),
  component('TEXT', { content: text }, `text_${index}`),
  component(
    'IMAGE',
    { content: text, image: '/assets/hills.svg', href: 'https://a.example/' },
    `image_${index}`,
  ),
  component('CONTACT', { value: text, name: text, address: text, organization: text }, `contact_${index}`),
  component('SHOP_LISTING', { title: text.slice(0, 140), shopItemIds: ['itm_cup'] }, `shop_${index}`),
])
