// Groups of fields that several kinds of component share: button style, spoiler and password.
import { z } from 'zod'
import { text } from '../values.ts'
import { AssetPath, Colour, Look, longText } from './component-values.ts'

/** The fields that every kind has. */
export const backgroundFields = {
  imageBackground: AssetPath.optional().meta({
    description: 'Background image, dimmed by an overlay so that text stays readable',
  }),
}

/** The style of the button of a link, a contact or a calendar. */
export const buttonFields = {
  icon: Look(255, 'Such as instagram, github, mail or cart').optional(),
  textFont: Look(100, 'Such as Inter, Nunito or Lora').optional(),
  textPosition: Look(100, 'left, center or right').optional(),
  buttonEffect: Look(100, 'Such as lift, grow, glow, pulse, fill, outline or glass').optional(),
  buttonColor: Colour.optional(),
  buttonBorderColor: Colour.optional(),
  buttonIconBackground: Colour.optional(),
  buttonShadowColor: Colour.optional(),
}

/** A cover on the content, which disappears when tapped. */
export const spoilerFields = {
  isSpoiler: z.boolean().optional(),
  spoilerButtonText: text(140).optional(),
  spoilerButtonTextPosition: Look(100, 'left, center, right, top or bottom').optional(),
  spoilerButtonIcon: Look(longText).optional(),
  spoilerButtonColor: Colour.optional(),
  spoilerButtonFont: Look(100).optional(),
  spoilerBackground: Look(100, 'blur, solid, dots, stripes, gradient or none').optional(),
  spoilerBackgroundOpacity: Look(100, 'Percent, such as 50').optional(),
  spoilerButtonBorderColor: Colour.optional(),
  spoilerButtonIconBackground: Colour.optional(),
  spoilerButtonShadowColor: Colour.optional(),
}

/** A password for the content, which isn't in the page until the right password is entered. */
export const passwordFields = {
  passwordActive: z.boolean().optional().meta({
    description:
      'Whether a password is required; by default, if one is set. If true without a password, nobody can open it',
  }),
  password: text(255).optional().meta({
    description:
      'Only an update can set it, and it is never returned. An empty string removes it; if omitted, it stays',
    writeOnly: true,
  }),
  passwordMessage: text(255).optional(),
}
