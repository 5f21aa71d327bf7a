// Addresses of known sites and their players, and what must never get into a policy or a frame.
import { describe, expect, test } from 'bun:test'
import { componentData } from '@linnet/contract'
import fc from 'fast-check'
import { embedOf, fileKindOf, sourceOf } from './media-sites.ts'

const host = 'go.example'

test.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s',
    'YouTube',
    'www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'wide',
  ],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'YouTube', 'www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'wide'],
  [
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'YouTube',
    'www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'wide',
  ],
  [
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'YouTube',
    'www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'wide',
  ],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'YouTube', 'www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'tall'],
  [
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'YouTube',
    'www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'wide',
  ],
  [
    'https://www.youtube.com/playlist?list=PL1234567890',
    'YouTube',
    'www.youtube-nocookie.com/embed/videoseries',
    'wide',
  ],
  ['https://vimeo.com/76979871', 'Vimeo', 'player.vimeo.com/video/76979871', 'wide'],
  ['https://vimeo.com/76979871/8272103f6e', 'Vimeo', 'player.vimeo.com/video/76979871', 'wide'],
  [
    'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
    'Spotify',
    'open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    'bar',
  ],
  [
    'https://open.spotify.com/intl-id/album/4uLU6hMCjMI75M1A2tKUQC',
    'Spotify',
    'open.spotify.com/embed/album/4uLU6hMCjMI75M1A2tKUQC',
    'list',
  ],
  ['https://soundcloud.com/forss/flickermood', 'SoundCloud', 'w.soundcloud.com/player/', 'bar'],
  ['https://soundcloud.com/forss/sets/soulhack', 'SoundCloud', 'w.soundcloud.com/player/', 'list'],
  [
    'https://www.tiktok.com/@scout2015/video/6718335390845095173',
    'TikTok',
    'www.tiktok.com/player/v1/6718335390845095173',
    'tall',
  ],
  ['https://www.dailymotion.com/video/x84sh87', 'Dailymotion', 'geo.dailymotion.com/player.html', 'wide'],
  ['https://dai.ly/x84sh87', 'Dailymotion', 'geo.dailymotion.com/player.html', 'wide'],
  ['https://www.twitch.tv/videos/123456', 'Twitch', 'player.twitch.tv/', 'wide'],
  ['https://www.twitch.tv/monstercat', 'Twitch', 'player.twitch.tv/', 'wide'],
  ['https://clips.twitch.tv/AwkwardHelplessSalamander', 'Twitch', 'clips.twitch.tv/embed', 'wide'],
  [
    'https://music.apple.com/us/album/1989/1440935467?i=1440935808',
    'Apple Music',
    'embed.music.apple.com/us/album/1989/1440935467',
    'bar',
  ],
  ['https://www.deezer.com/en/track/3135556', 'Deezer', 'widget.deezer.com/widget/auto/track/3135556', 'bar'],
])('%s is played by %s', (address, site, player, shape) => {
  const embed = embedOf(address, host)
  expect(embed?.site).toBe(site)
  expect(embed?.src.replace(/\?.*/, '')).toBe(`https://${player}`)
  expect(embed?.shape).toBe(shape as never)
})

test('only the start, the secret and the embedding host are passed on', () => {
  const query = (address: string) =>
    Object.fromEntries(new URL(embedOf(address, host)?.src ?? '').searchParams)
  expect(query('https://youtu.be/dQw4w9WgXcQ?t=1m5s&feature=share')).toEqual({
    autoplay: '1',
    playsinline: '1',
    rel: '0',
    start: '65',
  })
  expect(query('https://vimeo.com/76979871/8272103f6e')).toEqual({ h: '8272103f6e', dnt: '1', autoplay: '1' })
  expect(query('https://www.twitch.tv/videos/123456').parent).toBe('go.example')
  expect(query('https://soundcloud.com/forss/flickermood?utm=1').url).toBe(
    'https://soundcloud.com/forss/flickermood',
  )
})

test.each([
  'https://www.youtube.com/@linnet',
  'https://www.youtube.com/watch?v=<script>',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/about',
  'https://open.spotify.com/user/ana',
  'https://soundcloud.com/forss',
  'https://www.tiktok.com/@scout2015',
  'https://www.tiktok.com/embed/../../../evil',
  'https://example.com/',
])('%s has no player', (address) => {
  expect(embedOf(address, host)).toBeNull()
})

test.each([
  ['https://example.com/a.mp4', 'video'],
  ['https://example.com/a.WEBM?x=1#t', 'video'],
  ['https://example.com/a.mp3', 'audio'],
  ['http://example.com:8000/b/a.Opus', 'audio'],
  ['https://example.com/a.mp3/', null],
  ['https://example.com/?file=a.mp3', null],
  ['https://example.com/a.pdf', null],
])('%s is a file of %s', (address, kind) => {
  expect(fileKindOf(address)).toBe(kind as 'video')
})

describe('a source of the policy', () => {
  test('is the origin of the address', () => {
    expect(sourceOf('https://Example.com/a.mp4')).toBe('https://example.com')
    expect(sourceOf('http://example.com:8000/a.mp4')).toBe('http://example.com:8000')
    expect(sourceOf('https://[2001:db8::1]/a.mp4')).toBe('https://[2001:db8::1]')
    expect(sourceOf('https://bücher.example/a.mp4')).toBe('https://xn--bcher-kva.example')
  })

  test('is never more than an origin, whatever the address', () => {
    const hosts = fc.constantFrom(
      'a;script-src',
      "a'unsafe-inline'",
      'a,default-src',
      '*',
      '*.example',
      'a$b',
      '例え',
      'a_b',
    )
    const address = fc.oneof(
      hosts.map((host) => `https://${host}/a.mp4`),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(address, (url) => {
        if (!componentData.MEDIA.safeParse({ url }).success) return
        expect(sourceOf(url) ?? 'https://none').toMatch(/^https?:\/\/[a-z0-9._-]+(:\d+)?$/)
      }),
    )
    expect(fileKindOf('https://a;script-src/a.mp4')).toBeNull()
  })
})
