// Redirects in the configuration of Caddy: in backticks, in which only braces are special, as placeholders.
import type { Site } from './nginx.ts'

/** Percent-encodes braces and backticks, which means the same in an address. */
export function caddyWord(text: string): string {
  return `\`${text.replace(/[{}`]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}\``
}

export const caddyLine = (code: string, location: string): string => `\t\t/${code} ${caddyWord(location)}\n`

/** The configuration before and after the lines of a site. */
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
