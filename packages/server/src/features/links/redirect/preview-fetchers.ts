// The programs that fetch a link to show a preview of it: messengers and social networks. People's browsers never match.

// Each name is how the fetcher calls itself in public documentation. `WhatsApp/` is only a fetcher if the user agent begins with
// it; inside of apps, browsers begin with `Mozilla/`. iMessage calls itself facebookexternalhit and Twitterbot.
const fetchers =
  /facebookexternalhit|facebookcatalog|meta-externalfetcher|twitterbot|^whatsapp\/|slackbot|slack-imgproxy|linkedinbot|telegrambot|discordbot|pinterestbot|redditbot|skypeuripreview|vkshare|mastodon\/|pleroma|misskey|cardyb|iframely|embedly|line-poker|kakaotalk-scrap|google-pagerenderer|snap url preview/i

export function isPreviewFetcher(userAgent: string): boolean {
  return fetchers.test(userAgent.slice(0, 300))
}
