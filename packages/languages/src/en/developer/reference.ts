// The section about the API reference.

export const apiReference = {
  about:
    'Every operation with its parameters, responses and errors, and an OpenAPI document for generating clients.',
  open: 'Open API reference',
  description: 'OpenAPI document',
  base: 'Base URL',
  copyBase: 'Copy URL',
  start: 'Quick start',
  startText: 'Create an API key, replace sk_live_… with it, and create a link:',
  startLabel: 'Create a link',
  makeKey: 'Create API key',
  limits: 'Rate limits',
  perMinute: (count: string) => `${count} requests per minute for each API key and each token on your plan.`,
  headers:
    'Responses report the limit in X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. A 429 response says in Retry-After how long to wait.',
  idempotency:
    'Requests that create something accept an Idempotency-Key: if you repeat a request with the same key, it runs only once.',
}
