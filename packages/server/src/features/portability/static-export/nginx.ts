// Redirects in the configuration of nginx. Map lookups ignore case, so a second map compares the code that was found. nginx
// has no escape for `$`, so a variable stands for the dollar sign.
export interface Site {
  /** The host of the short addresses. */
  host: string
  port: number
  /** The absolute path of its files. */
  folder: string
}

// nginx reads words of at most 4,095 bytes (NGX_CONF_BUFFER); a dollar sign takes sixteen.
const longestWord = 3000

const dollar = '$' + '{linnet_dollar}'

/** A quoted word with exactly this content, which must be printable ASCII. */
export function nginxWord(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('$', () => dollar)}"`
}

/** Whether a destination is short enough for a map. */
export const fitsMap = (location: string): boolean => nginxWord(location).length <= longestWord

export interface Redirect {
  code: string
  location: string
  /** Whether another code differs only in case. */
  isCaseSensitive: boolean
}

/** A line of the map. */
export function nginxLine({ code, location, isCaseSensitive }: Redirect): string {
  const key = isCaseSensitive ? `"~^/${code}$"` : `"/${code}"`
  return `${key} ${nginxWord(`/${code} `).slice(0, -1)}${nginxWord(location).slice(1)};\n`
}

/** A redirect whose destination is too long for a word, and so is joined from several. */
export function nginxLong(code: string, location: string): string {
  const pieces = location.match(/.{1,180}/g) ?? []
  const lines = pieces.map((piece, index) => {
    const before = index === 0 ? '"' : '"$' + '{linnet_long}'
    return `\tset $linnet_long ${before}${nginxWord(piece).slice(1)};\n`
  })
  return `location = "/${code}" {\n${lines.join('')}\tadd_header Cache-Control "private, no-store" always;\n\treturn 302 $linnet_long;\n}\n`
}

export function nginxServers(sites: readonly Site[], links: number): string {
  const size = 2 ** Math.max(11, Math.ceil(Math.log2(links + 1)) + 1)
  return `# For the http block of nginx: include this file there, and reload nginx.
map_hash_max_size ${size};
map_hash_bucket_size 256;
geo $linnet_dollar { default "$"; }
${sites.map(serverOf).join('')}`
}

function serverOf({ host, port, folder }: Site, index: number): string {
  const found = `$linnet_${index}`
  const path = (name: string) => nginxWord(`${folder}/${name}`)
  return `
map $uri ${found} {
	default "";
	include ${path('links.map')};
}
map "$uri ${found}" ${found}_to {
	default "";
	"~^(\\S+) \\1 (?<linnet_there_${index}>.+)$" $linnet_there_${index};
}
server {
	listen ${port};
	server_name ${host};
	root ${path('public')};
	merge_slashes off;
	charset utf-8;
	types {
		text/html html;
		text/javascript js;
		font/woff2 woff2;
		image/webp webp;
		image/svg+xml svg;
		text/calendar ics;
		text/vcard vcf;
	}
	add_header X-Content-Type-Options nosniff always;
	if ($request_method !~ ^(GET|HEAD)$) { return 405; }
	include ${path('long-links.conf')};
	location / {
		if (${found}_to) {
			add_header Cache-Control "private, no-store" always;
			return 302 ${found}_to;
		}
		try_files $uri.html $uri =404;
	}
}
`
}
