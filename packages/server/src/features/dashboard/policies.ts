// What the dashboard's documents may load: our own files alone, and no inline script (CSP 3).

/** Of the dashboard. Pictures of QR codes come from where short links live. */
export const dashboardPolicy = (shortOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${shortOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Of the frame in which the editor shows a microsite: its styles are in the page, and it runs no script at all. */
export const previewPolicy = (shortOrigin: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' data: blob: ${shortOrigin}`,
    `font-src 'self' ${shortOrigin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
