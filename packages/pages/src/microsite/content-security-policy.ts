// The Content-Security-Policy of one page: its own stylesheet, this server's files, and its components' sources.
import type { Sources } from '../components/component.ts'
import { hashSource } from '../visitor-page-policy.ts'

// Scheme, host and port, without anything that could end a directive (CSP 3, section 2.3.1).
const source =
  /^(?:'self'|https?:\/\/(?:[\w-]+\.)*[\w-]+(?::\d{1,5})?\/?|https?:\/\/\[[\da-f:.]+\](?::\d{1,5})?)$/i

export function micrositePolicy(style: string, sources: readonly Sources[], hasScript: boolean): string {
  const all = (list: (sources: Sources) => readonly string[] | undefined) =>
    [...new Set(sources.flatMap((one) => list(one) ?? []))].filter((one) => source.test(one)).join(' ')
  const [frames, media] = [all(({ frames }) => frames), all(({ media }) => media)]
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(frames ? [`frame-src ${frames}`] : []),
    ...(media ? [`media-src ${media}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
