// Starts a server with WORKERS=2 for tests: its processes, and a link with its click count.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { roomyPlans } from '../accounts/roomy-plans.ts'
import { needs } from '../command/requirements.ts'
import type { FreshDatabase } from '../databases.ts'
import { browser } from '../instance.ts'
import { newKey, type ServerProcess, serve } from '../machine/program.ts'

needs('Linux')

/** The worker processes of a server, recognized by their command lines. */
export function workersOf({ pid }: ServerProcess): number[] {
  return childrenOf(pid).filter((child) =>
    /\0worker\0\d+\0$/.test(readFileSync(`/proc/${child}/cmdline`, 'latin1')),
  )
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

export const isRunning = (pid: number): boolean => {
  try {
    // A process that has ended stays a zombie until its parent reaps it.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** Visits a link over a new connection, which the system may assign to either worker. */
export async function visit(server: ServerProcess, code: string): Promise<number> {
  const headers = { 'user-agent': browser, connection: 'close' }
  return (await fetch(`${server.url}/${code}`, { redirect: 'manual', headers })).status
}

export async function startTwoWorkers(database: FreshDatabase) {
  const server = await serve({ ...database.env, WORKERS: '2', PLANS_FILE: roomyPlans() })
  const key = await newKey(database.env)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ long_url: 'https://example.com/', custom_slug: 'shared' })
  expect((await fetch(`${server.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
  const counted = async (url = server.url): Promise<number> => {
    const answer = await fetch(`${url}/v2/links/shared/stats/lifetime`, {
      headers: { ...headers, connection: 'close' },
    })
    return ((await answer.json()) as { data: { clicks: number } }).data.clicks
  }
  return { server, counted }
}
