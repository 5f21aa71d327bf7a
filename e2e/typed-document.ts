// A document whose commands are typed by its test, in their order, and whose printed output must be what the document shows.
import { expect } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAll, root, type ServerProcess, serve } from '../test/machine/program.ts'

const step = /^```sh\n([\s\S]*?)^```\n\n```(?:text|json)\n([\s\S]*?)^```$/gm
const end = '@@end of a step@@\n'

export interface TypedDocument {
  text: string
  /** How many commands it has, and how many of them are followed by their output. */
  commands: { all: number; shown: number }
  /** Starts the server that the commands talk to. */
  open(): Promise<void>
  close(): Promise<void>
  /** Types all commands; the outputs must be the shown ones. With `RENEW_DOCS`, the document gets them instead. */
  type(): Promise<void>
}

/** `file` is the document's path below docs/. */
export function typedDocument(file: string): TypedDocument {
  const path = join(root, 'docs', file)
  const text = readFileSync(path, 'utf8')
  const steps = [...text.matchAll(step)].map(([, typed = '', shown = '']) => ({ typed, shown }))
  // A folder with the contents of a checkout, so that no developer's data is touched.
  const folder = mkdtempSync(join(tmpdir(), 'linnet-document-'))
  let server: ServerProcess

  async function printed(): Promise<string[]> {
    const script = steps.map(({ typed }) => `${noticed(typed)}printf '\\n${end.trim()}\\n'\n`).join('')
    const shell = Bun.spawn(['sh', '-c', script.replaceAll('localhost:3000', `localhost:${server.port}`)], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, error] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ])
    expect(error).toBe('')
    return out.split(end).slice(0, -1)
  }

  return {
    text,
    commands: { all: text.split('```sh\n').length - 1, shown: steps.length },
    async open() {
      mkdirSync(join(folder, 'bin'))
      symlinkSync(join(root, 'bin/linnet'), join(folder, 'bin/linnet'))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      server = await serve({ DATA_DIR: join(folder, 'data') })
    },
    async close() {
      await endAll()
      rmSync(folder, { recursive: true })
    },
    async type() {
      const outputs = await printed()
      if (process.env.RENEW_DOCS) await Bun.write(path, withOutputs(text, outputs))
      else expect(outputs.map(settled)).toEqual(steps.map(({ shown }) => settled(shown)))
    },
  }
}

/**
 * The commands, with requests after each change of a domain that make the server look for changes of other processes: otherwise
 * it would look some milliseconds later than the next command, which nobody types that fast. Only the second request for an
 * unknown host does, because the first one reads the database anyway.
 */
function noticed(typed: string): string {
  const look = `curl -s -o /dev/null -H 'Host: nobody.example' localhost:3000/\n`
  return typed.replaceAll(/^\.\/bin\/linnet domain .*\n/gm, (command) => command + look + look)
}

/** The document with these outputs; one that differs only in what differs between runs stays as it was. */
function withOutputs(text: string, outputs: string[]): string {
  let place = 0
  return text.replaceAll(step, (block, _typed: string, shown: string) => {
    const output = (outputs[place++] ?? '').replaceAll(/localhost:\d+/g, 'localhost:3000').trim()
    return settled(output) === settled(shown)
      ? block
      : `${block.slice(0, -shown.length - 3)}${output}\n\`\`\``
  })
}

/** Without what differs between runs. */
function settled(text: string): string {
  return text
    .replaceAll(/localhost:\d+/g, 'localhost:3000')
    .replaceAll(/\b(lnk|usr|wsp|key|tag|utm|dom)_[0-9a-z]{26}\b/g, '$1_…')
    .replaceAll(/\bsk_live_\w+/g, 'sk_live_…')
    .replaceAll(/"(\w*_at|at)":\d+/g, '"$1":0')
    .replaceAll(/("request_id":)"[\w-]+"/g, '$1"…"')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replaceAll(/((?:;t=|;r=|Reset: |Remaining: ))\d+/gi, '$10')
    .trim()
}
