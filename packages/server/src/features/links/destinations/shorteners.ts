// Other link shorteners: a link that leads to one of them hides where it goes.

const hosts = new Set(
  (
    '1url.com adf.ly amzn.to b.link bit.do bit.ly bitly.ws bl.ink buff.ly clck.ru cutt.ly cutt.us dlvr.it dub.sh ' +
    'fb.me flip.it goo.gl goo.su gg.gg hyperurl.co ift.tt is.gd j.mp kutt.it lnk.bio lnkd.in mcaf.ee ow.ly ' +
    'qr.ae rb.gy rebrand.ly s.id s2r.co short.gy short.io shorturl.at shorturl.asia snip.ly soo.gd spoo.me ' +
    'surl.li t.co t.ly t2m.io tiny.cc tiny.one tinyurl.com to.ly tr.im trib.al u.to urlz.fr v.gd v.ht wp.me x.co ' +
    'zpr.io zws.im zzb.bz'
  ).split(' '),
)

export function isShortener(host: string): boolean {
  return hosts.has(host.replace(/^www\./, ''))
}
