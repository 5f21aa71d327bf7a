// The logos of networks and shops (Simple Icons): their names, and the hosts whose links they mark.
// packages/pages/make-icons.ts adds logos.

import paths from './brand-paths.json'

export interface Brand {
  /** Its names, in lower case without spaces or dashes. */
  names: readonly string[]
  /** The hosts whose links it marks, including their subdomains. */
  hosts: readonly string[]
  /** The path of the logo, in a square of 24. */
  path: string
}

const brand = (name: keyof typeof paths, hosts: string, alias?: string): Brand => ({
  names: alias === undefined ? [name] : [name, alias],
  hosts: hosts.split(' '),
  path: paths[name],
})

// Simple Icons had to remove LinkedIn's logo, so this is a plain square with its letters.
export const linkedin: Brand = {
  names: ['linkedin'],
  hosts: ['linkedin.com', 'lnkd.in'],
  path: 'M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm1.2 8.4v9.8h3V9.4zm1.5-4.7a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5M10.3 9.4v9.8h3v-5.3c0-1.5.7-2.3 1.8-2.3s1.6.8 1.6 2.3v5.3h3v-6c0-2.7-1.4-4-3.5-4-1.4 0-2.4.6-3 1.6V9.4z',
}

export const brands: readonly Brand[] = [
  brand('instagram', 'instagram.com', 'ig'),
  brand('x', 'x.com twitter.com', 'twitter'),
  brand('tiktok', 'tiktok.com'),
  brand('youtube', 'youtube.com youtu.be', 'yt'),
  brand('youtubemusic', 'music.youtube.com'),
  brand('facebook', 'facebook.com fb.com fb.me', 'fb'),
  brand('messenger', 'm.me messenger.com'),
  brand('whatsapp', 'whatsapp.com wa.me', 'wa'),
  brand('telegram', 't.me telegram.me telegram.org', 'tg'),
  brand('signal', 'signal.me signal.group signal.org'),
  brand('threads', 'threads.net threads.com'),
  brand('bluesky', 'bsky.app bsky.social', 'bsky'),
  brand('mastodon', 'mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io', 'fediverse'),
  brand('pixelfed', 'pixelfed.social'),
  brand('pinterest', 'pinterest.com pin.it'),
  brand('snapchat', 'snapchat.com', 'snap'),
  brand('reddit', 'reddit.com redd.it'),
  brand('discord', 'discord.gg discord.com'),
  brand('twitch', 'twitch.tv'),
  brand('kick', 'kick.com'),
  brand('vimeo', 'vimeo.com'),
  brand('dailymotion', 'dailymotion.com dai.ly'),
  brand('bilibili', 'bilibili.com'),
  brand('line', 'line.me lin.ee'),
  brand('wechat', 'weixin.qq.com', 'weixin'),
  brand('kakaotalk', 'kakao.com', 'kakao'),
  brand('zalo', 'zalo.me'),
  brand('vk', 'vk.com'),
  brand('tumblr', 'tumblr.com'),
  brand('spotify', 'spotify.com spotify.link'),
  brand('applemusic', 'music.apple.com'),
  brand('applepodcasts', 'podcasts.apple.com'),
  brand('soundcloud', 'soundcloud.com'),
  brand('bandcamp', 'bandcamp.com'),
  brand('deezer', 'deezer.com'),
  brand('tidal', 'tidal.com'),
  brand('patreon', 'patreon.com'),
  brand('kofi', 'ko-fi.com'),
  brand('buymeacoffee', 'buymeacoffee.com', 'bmc'),
  brand('liberapay', 'liberapay.com'),
  brand('opencollective', 'opencollective.com'),
  brand('paypal', 'paypal.com paypal.me'),
  brand('medium', 'medium.com'),
  brand('substack', 'substack.com'),
  brand('wordpress', 'wordpress.com wordpress.org'),
  brand('devdotto', 'dev.to', 'dev'),
  brand('github', 'github.com'),
  brand('gitlab', 'gitlab.com'),
  brand('codeberg', 'codeberg.org'),
  brand('npm', 'npmjs.com'),
  brand('stackoverflow', 'stackoverflow.com'),
  brand('kaggle', 'kaggle.com'),
  brand('huggingface', 'huggingface.co'),
  brand('dribbble', 'dribbble.com'),
  brand('behance', 'behance.net'),
  brand('figma', 'figma.com'),
  brand('unsplash', 'unsplash.com'),
  brand('goodreads', 'goodreads.com'),
  brand('letterboxd', 'letterboxd.com'),
  brand('strava', 'strava.com'),
  brand('steam', 'steampowered.com steamcommunity.com'),
  brand('lichess', 'lichess.org'),
  brand('etsy', 'etsy.com'),
  brand('shopee', 'shopee.co.id shopee.com shopee.sg shopee.com.my'),
  brand('gojek', 'gojek.com gofood.co.id', 'gofood'),
  brand('grab', 'grab.com', 'grabfood'),
  brand('gumroad', 'gumroad.com'),
  brand('airbnb', 'airbnb.com'),
  brand('tripadvisor', 'tripadvisor.com'),
  brand('meetup', 'meetup.com'),
  brand('notion', 'notion.so notion.site'),
  brand('orcid', 'orcid.org'),
  brand('googlescholar', 'scholar.google.com', 'scholar'),
  brand('wikipedia', 'wikipedia.org'),
  brand('matrix', 'matrix.to'),
  linkedin,
]
