// The headers of every HTML document besides its own policy: who may share a process with it, and which features are off.

/**
 * Features of the device that no page of ours uses, and so no page that stands in one of ours may use either. Browsers complain
 * of names that they don't know, so only those are here that all know.
 */
const unusedFeatures = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/**
 * Windows of other sites that opened this document lose it (COOP), and pages of other sites can't load it as a picture or a
 * script (CORP), which would bring it into their process. Pictures that people embed elsewhere say `cross-origin` themselves.
 */
export const documentHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
}

/**
 * For the way from an application to consent and back, which many applications open in a popup: were its opener lost on one
 * page of it, the application could neither hear of the answer nor close the popup.
 */
export const keepOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' }
