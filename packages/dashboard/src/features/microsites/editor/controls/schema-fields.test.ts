// Every field of every kind of component has a control and a label, so that none is forgotten when the contract gets a new one.
import { describe, expect, test } from 'bun:test'
import { componentData, componentKinds } from '@linnet/contract/component-data'
import { buttonEffects } from '@linnet/pages/preview'
import { fieldMessagesOf, namedVariants } from './field-messages.ts'
import { type FormField, formOf } from './schema-fields.ts'

const everyField = (fields: FormField[]): FormField[] =>
  fields.flatMap((field) => [field, ...(Array.isArray(field.entry) ? everyField(field.entry) : [])])

describe.each(componentKinds)('the form of %s', (kind) => {
  const fields = everyField(formOf(kind).flatMap(({ fields }) => fields))

  test('has every field of its schema once', () => {
    const shown = formOf(kind).flatMap(({ fields }) => fields.map(({ name }) => name))
    expect(shown.toSorted()).toEqual(Object.keys(componentData[kind].shape).toSorted())
  })

  test('has a label for each field in both languages', () => {
    for (const { name } of fields)
      for (const language of ['en', 'id'] as const)
        expect(fieldMessagesOf(kind, name, language)[0].length).toBeGreaterThan(1)
  })

  test('knows the words of each variant, all of them with a name in Indonesian', () => {
    for (const { name, control, variants } of fields) {
      expect([name, variants.length > 1]).toEqual([name, control === 'variant'])
      expect(variants.filter((word) => !namedVariants.includes(word))).toEqual([])
    }
  })
})

test('every effect of buttons has a name in Indonesian', () => {
  expect(buttonEffects.filter((effect) => !namedVariants.includes(effect))).toEqual([])
})

test('values have the control for their type', () => {
  const controls = Object.fromEntries(
    componentKinds.flatMap((kind) =>
      everyField(formOf(kind).flatMap(({ fields }) => fields)).map(({ name, control }) => [
        `${kind}.${name}`,
        control,
      ]),
    ),
  )
  expect(controls).toMatchObject({
    'PROFILE.image': 'image',
    'LINK.href': 'link',
    'LINK.icon': 'icon',
    'LINK.buttonColor': 'colour',
    'LINK.password': 'password',
    'HORIZONTAL_LINK.links': 'list',
    'COUNTDOWN.timestamp': 'moment',
    'CALENDAR.startDate': 'dateTime',
    'CV.startDate': 'text',
    'CV.skills': 'list',
    'CALENDAR.timezone': 'timeZone',
    'SHOP_LISTING.shopItemIds': 'list',
    'SHOP_ITEM.shopItemId': 'item',
    'SHOP_LEADERBOARD.limit': 'number',
    'DIVIDER.style': 'variant',
  })
})
