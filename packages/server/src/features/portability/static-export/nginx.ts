// Redirects as nginx reads them. A map looks codes up in any case, and nginx has no sign for a plain `$`: hence the second
// map, which compares the code that was found, and a variable that holds a dollar.
export interface Site {
  /** As the short addresses have it. */
  host: string
  port: number
  /** Where its files lie, absolute. */
  folder: string
}

// nginx reads words of at most 4,095 bytes (NGX_CONF_BUFFER); a dollar takes sixteen.
const longestWord = 3000

const dollar = '$' + '{linnet_dollar}'

/** A word that says exactly this, of printable ASCII. */
export function nginxWord(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('$', () => dollar)}"`
}

/** Whether a destination is short enough for a map. */
export const fitsMap = (location: string): boolean => nginxWord(location).length <= longestWord

/** A line of the map; `exact` where another code differs by its case alone. */
export function nginxLine(code: string, location: string, exact: boolean): string {
  const key = exact ? `"~^/${code}$"` : `"/${code}"`
  return `${key} ${nginxWord(`/${code} `).slice(0, -1)}${nginxWord(location).slice(1)};\n`
}

/** A destination that is too long for a word, put together of several. */
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
