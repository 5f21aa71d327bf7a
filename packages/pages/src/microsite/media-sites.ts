// The known media sites, and how each one is embedded.

/** What a page needs to show another site's player once the visitor asks for it. */
export interface Embed {
  /** The site's name, such as `YouTube`. */
  site: string
  /** The address of the player, which starts at once if the site supports it, because the visitor has just tapped. */
  src: string
  shape: 'wide' | 'tall' | 'bar' | 'list'
}

interface Site {
  name: string
  /** Without `www.`, `m.` and the like. */
  hosts: readonly string[]
  /**
   * The player for an address, or null if the address is something else, such as a profile. `host` is the host of the
   * microsite.
   */
  find(url: URL, host: string): Omit<Embed, 'site'> | null
}

const player = (base: string, query: Record<string, string | null>) => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given)}`
}
/** The matched groups of a pattern in the path of an address; null if it doesn't match. */
const match = (url: URL, pattern: RegExp) => pattern.exec(url.pathname)?.slice(1) ?? null

/** `90`, `90s` or `1h2m3s`, in seconds. */
function secondsOf(text: string | null): string | null {
  const [all, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return all && total > 0 ? String(total) : null
}

const sites: readonly Site[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    find(url) {
      const short = url.hostname.endsWith('youtu.be') ? match(url, /^\/([\w-]{6,20})$/)?.[0] : undefined
      const [kind, inPath] = match(url, /^\/(shorts|embed|live|v)\/([\w-]{6,20})\/?$/) ?? []
      const inQuery = url.pathname === '/watch' ? url.searchParams.get('v') : null
      const id = short ?? inPath ?? (inQuery && /^[\w-]{6,20}$/.test(inQuery) ? inQuery : null)
      const wanted = url.searchParams.get('list')
      const list = wanted && /^[\w-]{2,64}$/.test(wanted) ? wanted : null
      if (id === null && list === null) return null
      return {
        src: player(`https://www.youtube-nocookie.com/embed/${id ?? 'videoseries'}`, {
          autoplay: '1',
          playsinline: '1',
          rel: '0',
          list,
          start: secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start')),
        }),
        shape: kind === 'shorts' ? 'tall' : 'wide',
      }
    },
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    find(url) {
      const [id, secret] =
        match(
          url,
          /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/,
        ) ?? []
      const hash = secret ?? url.searchParams.get('h')
      return id === undefined
        ? null
        : {
            src: player(`https://player.vimeo.com/video/${id}`, {
              h: hash,
              dnt: '1',
              autoplay: '1',
            }),
            shape: 'wide',
          }
    },
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    find(url) {
      const [kind = '', id] =
        match(
          url,
          /^\/(?:intl-[\w-]+\/)?(?:embed\/)?(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]+)\/?$/,
        ) ?? []
      const isShort = kind === 'track' || kind === 'episode'
      return id === undefined
        ? null
        : { src: `https://open.spotify.com/embed/${kind}/${id}`, shape: isShort ? 'bar' : 'list' }
    },
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com'],
    find(url) {
      const path = match(url, /^(\/[\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?)\/?$/)?.[0]
      return path === undefined
        ? null
        : {
            src: player('https://w.soundcloud.com/player/', {
              url: `https://soundcloud.com${path}`,
              auto_play: 'true',
              show_teaser: 'false',
            }),
            shape: path.includes('/sets/') ? 'list' : 'bar',
          }
    },
  },
  {
    name: 'TikTok',
    hosts: ['tiktok.com'],
    find(url) {
      const id = match(url, /^\/(?:@[\w.-]+\/video|player\/v1|embed\/v2)\/(\d+)\/?$/)?.[0]
      return id === undefined
        ? null
        : {
            src: player(`https://www.tiktok.com/player/v1/${id}`, { autoplay: '1' }),
            shape: 'tall',
          }
    },
  },
  {
    name: 'Dailymotion',
    hosts: ['dailymotion.com', 'dai.ly'],
    find(url) {
      const pattern = url.hostname === 'dai.ly' ? /^\/(\w+)\/?$/ : /^\/(?:embed\/)?video\/(\w+)/
      const id = match(url, pattern)?.[0]
      return id === undefined
        ? null
        : { src: player('https://geo.dailymotion.com/player.html', { video: id }), shape: 'wide' }
    },
  },
  {
    name: 'Twitch',
    hosts: ['twitch.tv', 'clips.twitch.tv'],
    find(url, host) {
      const rest = { parent: host, autoplay: 'true' }
      const clip =
        url.hostname === 'clips.twitch.tv'
          ? match(url, /^\/([\w-]+)\/?$/)?.[0]
          : match(url, /^\/\w+\/clip\/([\w-]+)\/?$/)?.[0]
      if (clip) return { src: player('https://clips.twitch.tv/embed', { clip, ...rest }), shape: 'wide' }
      const video = match(url, /^\/videos\/(\d+)\/?$/)?.[0]
      const channel = match(url, /^\/(\w{3,25})\/?$/)?.[0]
      if (video === undefined && channel === undefined) return null
      const what = { video: video ?? null, channel: video ? null : (channel ?? null) }
      return { src: player('https://player.twitch.tv/', { ...what, ...rest }), shape: 'wide' }
    },
  },
  {
    name: 'Apple Music',
    hosts: ['music.apple.com'],
    find(url) {
      const [path, kind] = match(url, /^(\/[a-z]{2}\/(album|playlist|song|music-video)\/.+)$/) ?? []
      const song = url.searchParams.get('i')
      const i = song && /^\d+$/.test(song) ? song : null
      return path === undefined
        ? null
        : {
            src: player(`https://embed.music.apple.com${path}`, { i }),
            shape: kind === 'music-video' ? 'wide' : i || kind === 'song' ? 'bar' : 'list',
          }
    },
  },
  {
    name: 'Deezer',
    hosts: ['deezer.com'],
    find(url) {
      const [kind, id] =
        match(url, /^\/(?:[a-z]{2}\/)?(track|album|playlist|artist|show|episode)\/(\d+)\/?$/) ?? []
      return id === undefined
        ? null
        : {
            src: player(`https://widget.deezer.com/widget/auto/${kind}/${id}`, {
              autoplay: 'true',
            }),
            shape: kind === 'track' || kind === 'episode' ? 'bar' : 'list',
          }
    },
  },
]

/**
 * The player for an address, or null if it is of no known site. `host` is the host of the microsite, which Twitch
 * requires.
 */
export function embedOf(address: string, host: string): Embed | null {
  const url = URL.parse(address)
  if (url === null) return null
  const own = url.hostname.replace(/^(?:www|m|web)\./, '')
  const site = sites.find(({ hosts }) => hosts.includes(own))
  const found = site?.find(url, host) ?? null
  return site && found ? { site: site.name, ...found } : null
}

const video = /\.(?:mp4|m4v|webm|ogv|mov)$/i
const audio = /\.(?:mp3|m4a|aac|ogg|oga|opus|wav|flac|weba)$/i

/** The kind of media file by its extension; null if browsers can't play it. */
export function fileKindOf(address: string): 'video' | 'audio' | null {
  const url = URL.parse(address)
  if (url === null || sourceOf(address) === null) return null
  return video.test(url.pathname) ? 'video' : audio.test(url.pathname) ? 'audio' : null
}

/**
 * The origin of an address as a CSP source. Null if its host has characters with another meaning in a policy: the URL
 * standard allows even `;` and `,`.
 */
export function sourceOf(address: string): string | null {
  const origin = URL.parse(address)?.origin ?? ''
  return /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/.test(origin) ? origin : null
}
