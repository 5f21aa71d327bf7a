// Which kinds are empty without data: the editor and the agents' tools agree with what is rendered.
import { expect, test } from 'bun:test'
import { componentKinds, isEmptyComponent } from '@linnet/contract'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderComponents } from '../microsite/rendered-components.tsx'
import { themeNamed } from '../themes/index.ts'

const isDrawn = (kind: (typeof componentKinds)[number], data: object) =>
  renderComponents(samplePage([component(kind, data)]), 'en', themeNamed('default')).length > 0

test.each(componentKinds)('%s counts as empty exactly if visitors see nothing of it', (kind) => {
  const around = [{}, { imageBackground: '/assets/hills.svg' }]
  for (const data of around) {
    expect(isEmptyComponent(kind, data)).toBe(!isDrawn(kind, data))
    expect(isEmptyComponent(kind, { ...data, hasPassword: true })).toBe(!isDrawn(kind, data))
  }
})

test('the most tapped links, the page title and a line are never empty; a text without content is', () => {
  for (const kind of ['SHOP_LEADERBOARD', 'PROFILE', 'DIVIDER'] as const)
    expect(isEmptyComponent(kind, {})).toBe(false)
  expect(isEmptyComponent('TEXT', { hasPassword: false })).toBe(true)
  expect(isEmptyComponent('TEXT', { content: 'Words' })).toBe(false)
})
