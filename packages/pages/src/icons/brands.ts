// The signs of networks and shops (Simple Icons): the words that mean them, and the hosts whose links they mark.

import airbnb from 'simple-icons/icons/airbnb.svg' with { type: 'text' }
import applemusic from 'simple-icons/icons/applemusic.svg' with { type: 'text' }
import applepodcasts from 'simple-icons/icons/applepodcasts.svg' with { type: 'text' }
import bandcamp from 'simple-icons/icons/bandcamp.svg' with { type: 'text' }
import behance from 'simple-icons/icons/behance.svg' with { type: 'text' }
import bilibili from 'simple-icons/icons/bilibili.svg' with { type: 'text' }
import bluesky from 'simple-icons/icons/bluesky.svg' with { type: 'text' }
import buymeacoffee from 'simple-icons/icons/buymeacoffee.svg' with { type: 'text' }
import codeberg from 'simple-icons/icons/codeberg.svg' with { type: 'text' }
import dailymotion from 'simple-icons/icons/dailymotion.svg' with { type: 'text' }
import deezer from 'simple-icons/icons/deezer.svg' with { type: 'text' }
import devdotto from 'simple-icons/icons/devdotto.svg' with { type: 'text' }
import discord from 'simple-icons/icons/discord.svg' with { type: 'text' }
import dribbble from 'simple-icons/icons/dribbble.svg' with { type: 'text' }
import etsy from 'simple-icons/icons/etsy.svg' with { type: 'text' }
import facebook from 'simple-icons/icons/facebook.svg' with { type: 'text' }
import figma from 'simple-icons/icons/figma.svg' with { type: 'text' }
import github from 'simple-icons/icons/github.svg' with { type: 'text' }
import gitlab from 'simple-icons/icons/gitlab.svg' with { type: 'text' }
import gojek from 'simple-icons/icons/gojek.svg' with { type: 'text' }
import goodreads from 'simple-icons/icons/goodreads.svg' with { type: 'text' }
import googlescholar from 'simple-icons/icons/googlescholar.svg' with { type: 'text' }
import grab from 'simple-icons/icons/grab.svg' with { type: 'text' }
import gumroad from 'simple-icons/icons/gumroad.svg' with { type: 'text' }
import huggingface from 'simple-icons/icons/huggingface.svg' with { type: 'text' }
import instagram from 'simple-icons/icons/instagram.svg' with { type: 'text' }
import kaggle from 'simple-icons/icons/kaggle.svg' with { type: 'text' }
import kakaotalk from 'simple-icons/icons/kakaotalk.svg' with { type: 'text' }
import kick from 'simple-icons/icons/kick.svg' with { type: 'text' }
import kofi from 'simple-icons/icons/kofi.svg' with { type: 'text' }
import letterboxd from 'simple-icons/icons/letterboxd.svg' with { type: 'text' }
import liberapay from 'simple-icons/icons/liberapay.svg' with { type: 'text' }
import lichess from 'simple-icons/icons/lichess.svg' with { type: 'text' }
import line from 'simple-icons/icons/line.svg' with { type: 'text' }
import mastodon from 'simple-icons/icons/mastodon.svg' with { type: 'text' }
import matrix from 'simple-icons/icons/matrix.svg' with { type: 'text' }
import medium from 'simple-icons/icons/medium.svg' with { type: 'text' }
import meetup from 'simple-icons/icons/meetup.svg' with { type: 'text' }
import messenger from 'simple-icons/icons/messenger.svg' with { type: 'text' }
import notion from 'simple-icons/icons/notion.svg' with { type: 'text' }
import npm from 'simple-icons/icons/npm.svg' with { type: 'text' }
import opencollective from 'simple-icons/icons/opencollective.svg' with { type: 'text' }
import orcid from 'simple-icons/icons/orcid.svg' with { type: 'text' }
import patreon from 'simple-icons/icons/patreon.svg' with { type: 'text' }
import paypal from 'simple-icons/icons/paypal.svg' with { type: 'text' }
import pinterest from 'simple-icons/icons/pinterest.svg' with { type: 'text' }
import pixelfed from 'simple-icons/icons/pixelfed.svg' with { type: 'text' }
import reddit from 'simple-icons/icons/reddit.svg' with { type: 'text' }
import shopee from 'simple-icons/icons/shopee.svg' with { type: 'text' }
import signal from 'simple-icons/icons/signal.svg' with { type: 'text' }
import snapchat from 'simple-icons/icons/snapchat.svg' with { type: 'text' }
import soundcloud from 'simple-icons/icons/soundcloud.svg' with { type: 'text' }
import spotify from 'simple-icons/icons/spotify.svg' with { type: 'text' }
import stackoverflow from 'simple-icons/icons/stackoverflow.svg' with { type: 'text' }
import steam from 'simple-icons/icons/steam.svg' with { type: 'text' }
import strava from 'simple-icons/icons/strava.svg' with { type: 'text' }
import substack from 'simple-icons/icons/substack.svg' with { type: 'text' }
import telegram from 'simple-icons/icons/telegram.svg' with { type: 'text' }
import threads from 'simple-icons/icons/threads.svg' with { type: 'text' }
import tidal from 'simple-icons/icons/tidal.svg' with { type: 'text' }
import tiktok from 'simple-icons/icons/tiktok.svg' with { type: 'text' }
import tripadvisor from 'simple-icons/icons/tripadvisor.svg' with { type: 'text' }
import tumblr from 'simple-icons/icons/tumblr.svg' with { type: 'text' }
import twitch from 'simple-icons/icons/twitch.svg' with { type: 'text' }
import unsplash from 'simple-icons/icons/unsplash.svg' with { type: 'text' }
import vimeo from 'simple-icons/icons/vimeo.svg' with { type: 'text' }
import vk from 'simple-icons/icons/vk.svg' with { type: 'text' }
import wechat from 'simple-icons/icons/wechat.svg' with { type: 'text' }
import whatsapp from 'simple-icons/icons/whatsapp.svg' with { type: 'text' }
import wikipedia from 'simple-icons/icons/wikipedia.svg' with { type: 'text' }
import wordpress from 'simple-icons/icons/wordpress.svg' with { type: 'text' }
import x from 'simple-icons/icons/x.svg' with { type: 'text' }
import youtube from 'simple-icons/icons/youtube.svg' with { type: 'text' }
import youtubemusic from 'simple-icons/icons/youtubemusic.svg' with { type: 'text' }
import zalo from 'simple-icons/icons/zalo.svg' with { type: 'text' }

export interface Brand {
  /** The words that mean it, in small letters without spaces or dashes. */
  words: readonly string[]
  /** It marks links to these hosts and to those below them. */
  hosts: readonly string[]
  /** The path of its drawing, in a square of 24. */
  path: string
}

const pathOf = (svg: string) => / d="([^"]+)"/.exec(svg)?.[1] ?? ''
const brand = (name: string, svg: string, hosts: string, alias?: string): Brand => ({
  words: alias === undefined ? [name] : [name, alias],
  hosts: hosts.split(' '),
  path: pathOf(svg),
})

// Simple Icons has no sign of LinkedIn any more, for its owner does not allow it: a plain square with its letters.
const linkedin: Brand = {
  words: ['linkedin'],
  hosts: ['linkedin.com', 'lnkd.in'],
  path: 'M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm1.2 8.4v9.8h3V9.4zm1.5-4.7a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5M10.3 9.4v9.8h3v-5.3c0-1.5.7-2.3 1.8-2.3s1.6.8 1.6 2.3v5.3h3v-6c0-2.7-1.4-4-3.5-4-1.4 0-2.4.6-3 1.6V9.4z',
}

export const brands: readonly Brand[] = [
  brand('instagram', instagram, 'instagram.com', 'ig'),
  brand('x', x, 'x.com twitter.com', 'twitter'),
  brand('tiktok', tiktok, 'tiktok.com'),
  brand('youtube', youtube, 'youtube.com youtu.be', 'yt'),
  brand('youtubemusic', youtubemusic, 'music.youtube.com'),
  brand('facebook', facebook, 'facebook.com fb.com fb.me', 'fb'),
  brand('messenger', messenger, 'm.me messenger.com'),
  brand('whatsapp', whatsapp, 'whatsapp.com wa.me', 'wa'),
  brand('telegram', telegram, 't.me telegram.me telegram.org', 'tg'),
  brand('signal', signal, 'signal.me signal.group signal.org'),
  brand('threads', threads, 'threads.net threads.com'),
  brand('bluesky', bluesky, 'bsky.app bsky.social', 'bsky'),
  brand(
    'mastodon',
    mastodon,
    'mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io',
    'fediverse',
  ),
  brand('pixelfed', pixelfed, 'pixelfed.social'),
  brand('pinterest', pinterest, 'pinterest.com pin.it'),
  brand('snapchat', snapchat, 'snapchat.com', 'snap'),
  brand('reddit', reddit, 'reddit.com redd.it'),
  brand('discord', discord, 'discord.gg discord.com'),
  brand('twitch', twitch, 'twitch.tv'),
  brand('kick', kick, 'kick.com'),
  brand('vimeo', vimeo, 'vimeo.com'),
  brand('dailymotion', dailymotion, 'dailymotion.com dai.ly'),
  brand('bilibili', bilibili, 'bilibili.com'),
  brand('line', line, 'line.me lin.ee'),
  brand('wechat', wechat, 'weixin.qq.com', 'weixin'),
  brand('kakaotalk', kakaotalk, 'kakao.com', 'kakao'),
  brand('zalo', zalo, 'zalo.me'),
  brand('vk', vk, 'vk.com'),
  brand('tumblr', tumblr, 'tumblr.com'),
  brand('spotify', spotify, 'spotify.com spotify.link'),
  brand('applemusic', applemusic, 'music.apple.com'),
  brand('applepodcasts', applepodcasts, 'podcasts.apple.com'),
  brand('soundcloud', soundcloud, 'soundcloud.com'),
  brand('bandcamp', bandcamp, 'bandcamp.com'),
  brand('deezer', deezer, 'deezer.com'),
  brand('tidal', tidal, 'tidal.com'),
  brand('patreon', patreon, 'patreon.com'),
  brand('kofi', kofi, 'ko-fi.com'),
  brand('buymeacoffee', buymeacoffee, 'buymeacoffee.com', 'bmc'),
  brand('liberapay', liberapay, 'liberapay.com'),
  brand('opencollective', opencollective, 'opencollective.com'),
  brand('paypal', paypal, 'paypal.com paypal.me'),
  brand('medium', medium, 'medium.com'),
  brand('substack', substack, 'substack.com'),
  brand('wordpress', wordpress, 'wordpress.com wordpress.org'),
  brand('devdotto', devdotto, 'dev.to', 'dev'),
  brand('github', github, 'github.com'),
  brand('gitlab', gitlab, 'gitlab.com'),
  brand('codeberg', codeberg, 'codeberg.org'),
  brand('npm', npm, 'npmjs.com'),
  brand('stackoverflow', stackoverflow, 'stackoverflow.com'),
  brand('kaggle', kaggle, 'kaggle.com'),
  brand('huggingface', huggingface, 'huggingface.co'),
  brand('dribbble', dribbble, 'dribbble.com'),
  brand('behance', behance, 'behance.net'),
  brand('figma', figma, 'figma.com'),
  brand('unsplash', unsplash, 'unsplash.com'),
  brand('goodreads', goodreads, 'goodreads.com'),
  brand('letterboxd', letterboxd, 'letterboxd.com'),
  brand('strava', strava, 'strava.com'),
  brand('steam', steam, 'steampowered.com steamcommunity.com'),
  brand('lichess', lichess, 'lichess.org'),
  brand('etsy', etsy, 'etsy.com'),
  brand('shopee', shopee, 'shopee.co.id shopee.com shopee.sg shopee.com.my'),
  brand('gojek', gojek, 'gojek.com gofood.co.id', 'gofood'),
  brand('grab', grab, 'grab.com', 'grabfood'),
  brand('gumroad', gumroad, 'gumroad.com'),
  brand('airbnb', airbnb, 'airbnb.com'),
  brand('tripadvisor', tripadvisor, 'tripadvisor.com'),
  brand('meetup', meetup, 'meetup.com'),
  brand('notion', notion, 'notion.so notion.site'),
  brand('orcid', orcid, 'orcid.org'),
  brand('googlescholar', googlescholar, 'scholar.google.com', 'scholar'),
  brand('wikipedia', wikipedia, 'wikipedia.org'),
  brand('matrix', matrix, 'matrix.to'),
  linkedin,
]
