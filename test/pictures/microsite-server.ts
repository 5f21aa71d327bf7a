// Serves rendered microsites as the real server does: with their policy, our files and the samples' images.
import type { Language } from '@linnet/languages'
import { type MicrositePage, renderMicrosite, staticFiles, staticFolder } from '@linnet/pages'
import { drawings } from './sample-microsite.ts'

export interface MicrositeServer {
  /** Where the page is shown; its slug replaces the previous one. */
  show(page: MicrositePage, language?: Language): string
  origin: string
  stop(): Promise<void>
}

/** `answer` is called first, for what the samples don't have, such as the URLs of taps. */
export function serveMicrosites(
  answer: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined,
): MicrositeServer {
  const shown = new Map<string, ReturnType<typeof renderMicrosite>>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const own = await answer(request)
      if (own) return own
      const { pathname } = new URL(request.url)
      const page = shown.get(pathname)
      if (page)
        return new Response(page.html, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': page.contentSecurityPolicy,
          },
        })
      const image = drawings.get(pathname)
      if (image) return new Response(image, { headers: { 'content-type': 'image/svg+xml' } })
      const file = pathname.startsWith(staticFolder)
        ? staticFiles.get(pathname.slice(staticFolder.length))
        : undefined
      if (!file) return new Response('not found', { status: 404 })
      const body = 'text' in file.content ? file.content.text : Bun.file(file.content.path)
      return new Response(body, { headers: { 'content-type': file.type } })
    },
  })
  return {
    show(page, language = 'en') {
      shown.set(`/${page.slug}`, renderMicrosite(page, language))
      return new URL(`/${page.slug}`, server.url).href
    },
    origin: server.url.origin,
    stop: () => server.stop(true),
  }
}
