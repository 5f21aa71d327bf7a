// Redirects as Caddy reads them: in backticks, where nothing is special but braces, which are placeholders.
import type { Site } from './nginx.ts'

/** Braces and backticks are no part of an address as a browser sends it: percent-encoded, they mean the same. */
export function caddyWord(text: string): string {
  return `\`${text.replace(/[{}`]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}\``
}

export const caddyLine = (code: string, location: string): string => `\t\t/${code} ${caddyWord(location)}\n`

/** What stands before and after the lines of a site. */
export function caddyAround({ host, port, folder }: Site, scheme: string): { before: string; after: string } {
  const address = scheme === 'https' ? host : `http://${host}${port === 80 ? '' : `:${port}`}`
  return {
    before: `${address} {\n\tmap {path} {linnet_to} {\n`,
    after: `\t\tdefault ""
	}
	route {
		@other not method GET HEAD
		respond @other 405
		@link expression \`{linnet_to} != ""\`
		header @link Cache-Control "private, no-store"
		redir @link {linnet_to} 302
		header X-Content-Type-Options nosniff
		root * ${caddyWord(`${folder}/public`)}
		try_files {path}.html {path}
		file_server
	}
}
`,
  }
}
