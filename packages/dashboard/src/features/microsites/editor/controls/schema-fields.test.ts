// Every field of every kind of component has a control and a label, so that none is forgotten when the contract gets a new one.
import { describe, expect, test } from 'bun:test'
import { componentData, componentKinds } from '@linnet/contract/component-kinds'
import { componentFields, componentStyles } from '@linnet/languages/en/microsites/component-fields'
import { buttonEffects } from '@linnet/pages/preview'
import { fieldMessagesOf, styleLabel } from './field-messages.ts'
import { type FormField, formOf } from './schema-fields.ts'

const everyField = (fields: FormField[]): FormField[] =>
  fields.flatMap((field) => [field, ...(Array.isArray(field.entry) ? everyField(field.entry) : [])])

describe.each(componentKinds)('the form of %s', (kind) => {
  const fields = everyField(formOf(kind).flatMap(({ fields }) => fields))

  test('has every field of its schema once', () => {
    const shown = formOf(kind).flatMap(({ fields }) => fields.map(({ name }) => name))
    expect(shown.toSorted()).toEqual(Object.keys(componentData[kind].shape).toSorted())
  })

  // Languages have the same labels, or they don't compile.
  test('has a label for each field', () => {
    for (const { name } of fields)
      expect([`${kind}.${name}`, name].filter((key) => key in componentFields)).not.toEqual([])
  })

  test('knows the values of each variant, and has a name for each', () => {
    for (const { name, control, variants } of fields) {
      expect([name, variants.length > 1]).toEqual([name, control === 'variant'])
      expect(variants.filter((word) => !(word in componentStyles))).toEqual([])
    }
  })
})

test('every effect of buttons has a name', () => {
  expect(buttonEffects.filter((effect) => !(effect in componentStyles))).toEqual([])
})

test("a field's label is that of its kind, or the one that all kinds share, or else its name", () => {
  expect(fieldMessagesOf('IMAGE', 'content', 'en').label).toBe(componentFields['IMAGE.content'].label)
  expect(fieldMessagesOf('TEXT', 'content', 'en')).toEqual(componentFields.content)
  expect(fieldMessagesOf('TEXT', 'someNewField', 'en')).toEqual({ label: 'Some new field' })
  expect([styleLabel('dashed', 'en'), styleLabel('new', 'en')]).toEqual(['Dashed', 'New'])
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
