// Checks how the service is reached at its public address and custom domains, by sending probes there.
import type { Config } from '../../../config/config.ts'
import {
  createOutgoing,
  createResolve,
  type OutgoingAnswer,
  OutgoingFailure,
} from '../../../platform/net/outgoing/index.ts'
import { type ProbeReport, probeAt, probeHeader } from '../../../platform/observability/probe.ts'
import { createSecrets, hasKey } from '../../../platform/security/secrets.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const timeoutMilliseconds = 5000
const mostBytes = 64 * 1024
const slightSeconds = 5

type SendProbe = (origin: string) => Promise<OutgoingAnswer>

export async function examineAddresses(config: Config, domains: string[]): Promise<Finding[]> {
  const sendProbe = probeSender(config)
  const home = config.origins.public
  const { hostname } = new URL(home)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return [
    ...examineHostNames(config),
    ...(await examinePublicUrl(config, isLocal, sendProbe)),
    ...(await Promise.all(
      otherOrigins(config).map(([name, origin]) => examineOrigin(name, origin, sendProbe)),
    )),
    ...(await Promise.all(domains.map((domain) => examineDomain(domain, sendProbe)))),
  ]
}

const loopback = /^(?:localhost|127\.|::1$)/

/** Without PUBLIC_URL, the server answers under any host name that points to it. */
function examineHostNames({ servesEveryHost, host }: Config): Finding[] {
  if (!servesEveryHost || loopback.test(host)) return []
  return [
    warning(
      'names',
      'PUBLIC_URL is not set, so any host name that points here serves the sign-in page and all links',
      'set PUBLIC_URL to the address that people use; requests for other host names then get 421',
    ),
  ]
}

/** The origins other than PUBLIC_URL, each once, with the setting that names it. */
function otherOrigins({ origins }: Config): [setting: string, origin: string][] {
  const settings: [string, string][] = [
    ['SHORT_URL', origins.short],
    ['API_URL', origins.api],
    ['AUTH_URL', origins.auth],
    ['CONSENT_URL', origins.consent],
    ['MCP_URL', origins.mcp],
  ]
  const known = new Set([origins.public])
  return settings.filter(([, origin]) => !known.has(origin) && known.add(origin))
}

async function examineOrigin(name: string, origin: string, sendProbe: SendProbe): Promise<Finding> {
  try {
    const report = reportIn(await sendProbe(origin))
    if (!report)
      return problem(
        name,
        `something other than this instance answers at ${origin}`,
        `point ${name} and its proxy to this server`,
      )
    return host(origin, report, name)
  } catch (error) {
    return unreachable(name, origin, error)
  }
}

/** Requests `/readyz` with a proof of this instance's key. The operator chose the addresses, so private ones are fine. */
function probeSender(config: Config): SendProbe {
  const { secretKey, dataDirectory, dnsServers } = config
  const outgoing = createOutgoing({ allowPrivateTargets: true, resolve: createResolve(dnsServers) })
  const secrets = hasKey(secretKey, dataDirectory) ? createSecrets(config, dataDirectory) : null
  return (origin) =>
    outgoing.request(`${origin}/readyz`, {
      headers: secrets ? { [probeHeader]: probeAt(secrets, Math.floor(Date.now() / 1000)) } : {},
      timeoutMilliseconds,
      mostBytes,
    })
}

async function examinePublicUrl(config: Config, isLocal: boolean, sendProbe: SendProbe): Promise<Finding[]> {
  const home = config.origins.public
  let answer: OutgoingAnswer
  try {
    answer = await sendProbe(home)
  } catch (error) {
    return [unreachable('address', home, error, isLocal)]
  }
  const report = reportIn(answer)
  if (!report)
    return [
      problem(
        'address',
        `something other than this instance answers at ${home} (status ${answer.status})`,
        'point PUBLIC_URL and its proxy to this server',
      ),
    ]
  return [
    ok('address', `this instance answers at ${home}`),
    host(home, report),
    proxy(config, home, report),
    encryption(home, isLocal, answer),
    clock(answer),
  ]
}

function unreachable(what: string, origin: string, error: unknown, isLocal = false): Finding {
  const reason = error instanceof OutgoingFailure ? error.message : `${reasonOf(error)}.`
  const isTls = error instanceof OutgoingFailure && error.reason === 'tls'
  if (isLocal)
    return warning(what, `${origin}: ${reason.slice(0, -1)}`, 'start the server (./bin/linnet serve)')
  return problem(
    what,
    `${origin}: ${reason.slice(0, -1)}`,
    isTls
      ? 'renew the certificate for this host name at the proxy'
      : 'start the server and the proxy, and point the host name to this machine (DNS)',
  )
}

function reportIn({ body }: OutgoingAnswer): ProbeReport | null {
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as { seen?: ProbeReport }).seen ?? null
  } catch {
    return null
  }
}

function host(home: string, { host }: ProbeReport, what = 'host'): Finding {
  if (host === new URL(home).host) return ok(what, 'requests arrive with the host name that visitors use')
  return problem(
    what,
    `requests for ${home} arrive with the host name ${host}, and get 421 unless the service knows that host`,
    'configure the proxy to pass on the host name (nginx: proxy_set_header Host $host)',
  )
}

function proxy({ trustedProxies }: Config, home: string, { address, forwardedFor }: ProbeReport): Finding {
  const trusts = trustedProxies.length > 0
  if (forwardedFor === null) {
    if (!trusts && home.startsWith('http:')) return ok('proxy', 'there is none in front of the server')
    return warning(
      'proxy',
      "does not send visitors' IP addresses, so all visitors count as one",
      'configure it to send X-Forwarded-For, and add its address to TRUST_PROXY',
    )
  }
  if (forwardedFor.split(',').some((entry) => entry.trim() === address))
    return ok('proxy', "sends visitors' IP addresses, and is trusted")
  return problem(
    'proxy',
    `sends visitors' IP addresses, but is not trusted, so all visitors count as ${address}`,
    `trust the proxy: TRUST_PROXY=${address}`,
  )
}

function encryption(home: string, isLocal: boolean, { headers }: OutgoingAnswer): Finding {
  if (home.startsWith('http:'))
    return isLocal
      ? ok('encryption', 'is not needed on the local machine')
      : warning(
          'encryption',
          `${home} is not encrypted`,
          'put a proxy with a certificate in front of it, and set PUBLIC_URL=https://…',
        )
  if (headers['strict-transport-security'])
    return ok('encryption', 'HTTPS, enforced by Strict-Transport-Security')
  return warning(
    'encryption',
    'HTTPS, but browsers may still try plain HTTP first',
    'configure the proxy to send Strict-Transport-Security',
  )
}

function clock({ headers }: OutgoingAnswer): Finding {
  const difference = Math.abs(Date.parse(headers.date ?? '') - Date.now()) / 1000
  if (!(difference > slightSeconds)) return ok('server clock', "agrees with this machine's")
  return warning(
    'server clock',
    `differs from this machine's by ${Math.round(difference)} s`,
    'synchronize both with NTP (timedatectl set-ntp true)',
  )
}

async function examineDomain(domain: string, sendProbe: SendProbe): Promise<Finding> {
  const what = `domain ${domain}`
  let failure: unknown
  for (const scheme of ['https', 'http']) {
    try {
      const answer = await sendProbe(`${scheme}://${domain}`)
      if (!reportIn(answer))
        return problem(
          what,
          'leads to something other than this instance',
          'point its name to this machine (DNS), or remove the domain',
        )
      if (scheme === 'https') return ok(what, 'points here')
      return warning(what, 'points here, but is not encrypted', 'set up a certificate for it on the proxy')
    } catch (error) {
      failure ??= error
    }
  }
  return unreachable(what, `https://${domain}`, failure)
}
