// What each scope permits, for the consent screen, the account pages and the dashboard.

export const scopeSentences = {
  'links:read': 'view your links and check whether a short code is available',
  'links:write': 'create and edit links, and restore archived ones',
  'links:archive': 'archive and permanently delete your links',
  'links:analytics': 'view click statistics of your links, such as countries and devices',
  'qr:read': 'view the style of your QR codes',
  'qr:write': 'change the style of your QR codes',
  'user:read': 'view your name, e-mail address, plan and usage',
  'microsites:read': 'view your microsites and their components',
  'microsites:write': 'create and edit microsites and their components',
  'microsites:delete': 'delete microsites and their components',
}
