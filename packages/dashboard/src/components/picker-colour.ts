// Colours in the format of the browser's picker, `#rrggbb`.

/** A typed colour without its opacity; `otherwise` while it is incomplete. */
export function pickerColour(typed: string, otherwise: string): string {
  const [, short] = /^#([0-9a-f]{3})[0-9a-f]?$/i.exec(typed) ?? []
  if (short) return `#${short.replace(/./g, '$&$&')}`
  return /^#(?:[0-9a-f]{2}){3,4}$/i.test(typed) ? typed.slice(0, 7) : otherwise
}
