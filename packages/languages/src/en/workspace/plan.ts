// The plan and how much of it is used.

export const plan = {
  yours: 'Your plan',
  change: 'Administrators of this server assign plans.',
  included: 'What’s included',
  bulk: 'Bulk creation of links',
  slides: 'Image slides on microsites',
  visibility: 'Hidden microsites',
  tools: 'Agent tools over the network (MCP)',
  yes: 'Included',
  no: 'Not included',
  statistics: 'Statistics history',
  requests: 'API requests',
  days: (days: string) => `${days} days`,
  all: 'Unlimited',
  perMinute: (requests: string) => `${requests} per minute`,
}
