// Real web servers that serve an exported folder, each on a free port.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, needs } from '../command/requirements.ts'
import { freePort } from '../machine/free-port.ts'
import { until } from '../timeouts.ts'

needs('nginx', 'Caddy')

export interface FileServer {
  url: string
  stop(): Promise<void>
}

/** Serves all sites of the folder on one port, distinguished by host; throws if a configuration file is wrong. */
export async function serveWithNginx(folder: string): Promise<FileServer> {
  const port = await freePort()
  const scratch = mkdtempSync(join(tmpdir(), 'linnet-nginx-'))
  const file = join(scratch, 'nginx.conf')
  const sites = readFileSync(join(folder, 'nginx.conf'), 'utf8').replace(
    /^\tlisten \d+;$/gm,
    `\tlisten 127.0.0.1:${port};`,
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${scratch};`,
  )
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${scratch}/nginx.pid; error_log stderr crit;
events { worker_connections 64; }
http { access_log off; ${paths.join(' ')}
${sites}
}
`,
  )
  return await start(
    [findProgram('nginx') as string, '-e', 'stderr', '-p', scratch, '-c', file],
    port,
    scratch,
  )
}

export async function serveWithCaddy(folder: string): Promise<FileServer> {
  const port = await freePort()
  const scratch = mkdtempSync(join(tmpdir(), 'linnet-caddy-'))
  const file = join(scratch, 'Caddyfile')
  const sites = readFileSync(join(folder, 'Caddyfile'), 'utf8')
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\n${sites.replace(/^(http:\/\/[^\s:]+)(:\d+)? \{$/gm, `$1:${port} {`)}`,
  )
  return await start(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], port, scratch)
}

async function start(command: string[], port: number, scratch: string): Promise<FileServer> {
  const env = { PATH: process.env.PATH, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const output = new Response(child.stderr).text()
  const url = `http://127.0.0.1:${port}`
  await until(`${command[0]} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended: ${await output}`)
    return await fetch(url, { redirect: 'manual' }).catch(() => null)
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
