// The groups of fields that several kinds of component share: how a button looks, what hides it, what locks it.
import { z } from 'zod'
import { Colour, Look, longText } from './component-values.ts'
import { text } from './values.ts'

/** How the button of a link, a contact or a calendar looks. */
export const buttonFields = {
  icon: Look(255).optional(),
  textFont: Look(100).optional(),
  textPosition: Look(100).optional(),
  buttonEffect: Look(100).optional(),
  buttonColor: Colour.optional(),
  buttonBorderColor: Colour.optional(),
  buttonIconBackground: Colour.optional(),
  buttonShadowColor: Colour.optional(),
}

/** Something in front of the content, which goes at a tap. */
export const spoilerFields = {
  isSpoiler: z.boolean().optional(),
  spoilerButtonText: text(140).optional(),
  spoilerButtonTextPosition: Look(100).optional(),
  spoilerButtonIcon: Look(longText).optional(),
  spoilerButtonColor: Colour.optional(),
  spoilerButtonFont: Look(100).optional(),
  spoilerBackground: Look(100).optional(),
  spoilerBackgroundOpacity: Look(100).optional(),
  spoilerButtonBorderColor: Colour.optional(),
  spoilerButtonIconBackground: Colour.optional(),
  spoilerButtonShadowColor: Colour.optional(),
}

/** A password in front of the content, which the page does not hold until the right one was given. */
export const passwordFields = {
  passwordActive: z
    .boolean()
    .optional()
    .meta({ description: 'By default, whether there is a password. Without one, nobody is let in' }),
  password: text(255).optional().meta({
    description:
      'Set by an update only, never answered: an empty text removes it, and without this field it stays',
    writeOnly: true,
  }),
  passwordMessage: text(255).optional(),
}
