// The content security policies of the dashboard's documents: only our own files, and no inline script (CSP 3).

/** For the dashboard. Pictures of QR codes come from the default short domain. */
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

/** For the frame in which the editor shows a microsite. Its styles are inline, and it runs no script at all. */
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
