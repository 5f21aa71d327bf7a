// The MCP conformance suite checks the agent tools: every scenario in every revision, except those that the decision record
// names.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instance, onEachEngine } from '../instance.ts'
import { freePort } from '../machine/free-port.ts'
import { root } from '../machine/program.ts'

const suite = join(import.meta.dir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const record = readFileSync(join(root, 'docs/decisions/0028-conformance.md'), 'utf8')
const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** Scenarios of the record's table, each with its checks that don't apply; null if all apply. */
const exempt = new Map(
  [...record.matchAll(/^\| `([\w-]+)` \| (.+?) \| .+ \|$/gm)].map(([, scenario, checks = '']) => [
    scenario as string,
    checks === 'all' ? null : [...checks.matchAll(/`([^`]+)`/g)].map(([, check]) => check as string),
  ]),
)

/** Our tools that stand in for the suite's own: its checks need a text result and a refusal. */
const standIns: Record<string, string> = {
  test_simple_text: 'get_user_info',
  // Called without an argument, as the suite does, it refuses.
  test_error_handling: 'get_link',
}

/** The server as an origin of its own that adds the credential, which the suite can't send. */
function startProxy(target: Instance, key: string) {
  return Bun.serve({
    port: proxyPort,
    hostname: '127.0.0.1',
    async fetch(request) {
      // The suite sends more requests a second than one credential may.
      await target.clock.advance(100)
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${key}`)
      let body = await request.text()
      for (const [theirs, ours] of Object.entries(standIns)) {
        body = body.replace(`"name":"${theirs}"`, `"name":"${ours}"`)
        if (headers.get('mcp-name') === theirs) headers.set('mcp-name', ours)
      }
      const { method } = request
      return await fetch(target.url + pathname + search, { method, headers, body: body || null })
    },
  })
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** The checks of every scenario that the suite has for a revision. */
async function judge(url: string, revision: string): Promise<Map<string, Check[]>> {
  const results = mkdtempSync(join(tmpdir(), 'linnet-conformance-'))
  try {
    const options = ['--suite', 'all', '--spec-version', revision, '--output-dir', results]
    const run = Bun.spawn([process.execPath, suite, 'server', '--url', `${url}/mcp`, ...options], {
      env: { PATH: process.env.PATH },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await run.exited
    return new Map(
      [...new Bun.Glob('*/checks.json').scanSync(results)].map((file) => [
        /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\//.exec(file)?.[1] ?? file,
        JSON.parse(readFileSync(join(results, file), 'utf8')) as Check[],
      ]),
    )
  } finally {
    rmSync(results, { recursive: true })
  }
}

/** Every scenario that the suite lists, with the revisions that it is for. */
async function listed(): Promise<[string, string[]][]> {
  const run = Bun.spawn([process.execPath, suite, 'list', '--server'], { stdout: 'pipe' })
  const text = await new Response(run.stdout).text()
  return [...text.matchAll(/^ +- (\S+) \[(.+)\]$/gm)].map(([, name = '', its = '']) => [name, its.split(',')])
}

// Known before the instance starts, because it has to allow the suite's origin.
const proxyPort = await freePort()
const proxyUrl = `http://localhost:${proxyPort}`

const isWrong = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING'

function conformance(instance: Instance): void {
  const found = new Map<string, Map<string, Check[]>>()
  let proxy: ReturnType<typeof startProxy>

  beforeAll(async () => {
    const account = await instance.account()
    proxy = startProxy(instance, account.key)
    for (const revision of revisions) found.set(revision, await judge(proxyUrl, revision))
  })
  afterAll(() => proxy?.stop(true))

  test('has run each scenario it lists, in each revision, unless the decision record excuses it', async () => {
    const scenarios = await listed()
    expect(scenarios.length).toBeGreaterThan(60)
    for (const [scenario, its] of scenarios)
      for (const revision of its)
        if (exempt.get(scenario) !== null)
          expect(found.get(revision)?.get(scenario), `${scenario} in ${revision}`).not.toBeEmpty()
    const names = scenarios.map(([scenario]) => scenario)
    expect([...exempt.keys()].filter((scenario) => !names.includes(scenario))).toEqual([])
  })

  describe.each(revisions)('in revision %s', (revision) => {
    test('finds no failures', () => {
      const wrong: string[] = []
      for (const [scenario, checks] of found.get(revision) ?? []) {
        const excused = exempt.get(scenario)
        if (excused === null) continue
        for (const check of checks)
          if (isWrong(check) && !excused?.includes(check.id))
            wrong.push(`${scenario}: ${check.id}: ${check.errorMessage}`)
      }
      expect(wrong).toEqual([])
    })
  })

  test('still finds what the record excuses', () => {
    const all = [...found.values()].flatMap((results) => [...results])
    for (const [scenario, checks] of exempt)
      for (const excused of checks ?? []) {
        const its = all.filter(([name]) => name === scenario).flatMap(([, checks]) => checks)
        expect(
          its.filter((check) => check.id === excused && isWrong(check)),
          excused,
        ).not.toBeEmpty()
      }
  })
}

onEachEngine('the conformance suite of the tools', conformance, { MCP_ALLOWED_ORIGINS: proxyUrl })
