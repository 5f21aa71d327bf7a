// The headers of every HTML document besides its own policy: isolation from other sites, and disabled features.

/**
 * Device features that none of our pages use, so embedded pages may not use them either. Browsers warn about unknown
 * names, so the list has only those that all of them know.
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
 * Windows of other sites that open this document lose access to it (COOP), and pages of other sites can't load it as an
 * image or a script (CORP), which would bring it into their process. Images for embedding are sent with `cross-origin`.
 */
export const documentHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
}

/**
 * For the pages of the consent flow, which many applications open in a popup: if one of them lost its opener, the
 * application could neither receive the answer nor close the popup.
 */
export const keepOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' }
