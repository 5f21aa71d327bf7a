// A simple browser without JavaScript, for tests of pages with forms: it keeps cookies and submits forms with their hidden fields.
import { formIn } from '../html.ts'
import { type Answer, type Instance, browser as userAgent } from '../instance.ts'

export interface FormBrowser {
  cookies: Map<string, string>
  /** Opens a URL of this service, with or without its origin; follows no redirects. */
  open(address: string): Promise<Answer>
  /** Fills in and submits the form of the current page. */
  send(fields?: Record<string, string>): Promise<Answer>
  /** Submits a form that is not on any page. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  /** Calls an operation of the dashboard with the browser's cookies. */
  call(methodAndPath: string, body?: unknown): Promise<Answer>
}

export function formBrowser(instance: Instance, headers: Record<string, string> = {}): FormBrowser {
  const cookies = new Map<string, string>()
  let page = { action: '', fields: {} as Record<string, string> }

  async function ask(methodAndPath: string, more: Record<string, string>, body?: unknown): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await instance.ask(methodAndPath, {
      body,
      headers: { 'user-agent': userAgent, ...(cookie ? { cookie } : {}), ...headers, ...more },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2)
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const form = formIn(answer.text)
      page = { action: form?.action || page.action, fields: form?.fields ?? {} }
    }
    return answer
  }

  const post: FormBrowser['post'] = (path, fields, more = {}) =>
    ask(`POST ${path}`, { origin: instance.url, ...more }, new URLSearchParams(fields))

  return {
    cookies,
    open: (address) => ask(`GET ${address.replace(/^https?:\/\/[^/]+/, '')}`, {}),
    send: (fields = {}) => post(page.action, { ...page.fields, ...fields }),
    post,
    call(methodAndPath, body) {
      const [method, path] = methodAndPath.split(' ')
      return ask(`${method} /api${path}`, {}, body)
    },
  }
}

/** The one-time URL in a message. */
export function addressIn({ text }: { text: string }): string {
  const [address] = /\bhttps?:\/\/\S+\?token=\S+/.exec(text) ?? []
  if (!address) throw new Error(`there is no address in: ${text}`)
  return address
}
