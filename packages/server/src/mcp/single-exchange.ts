// A transport to the library's Server for one message and its response, without stream, session or HTTP.
import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'

type Classification = ConstructorParameters<typeof PerRequestHTTPServerTransport>[0]['classification']

/**
 * Like the library's transport for a single exchange, which tells a Server its protocol era, but with the response as an
 * object. Writing it to a Response and reading it again would take a fifth of a call's time.
 */
class SingleExchange extends PerRequestHTTPServerTransport {
  private readonly answer = Promise.withResolvers<JSONRPCMessage>()

  constructor(private readonly era: Classification) {
    super({ classification: era, keepAliveMs: 0 })
  }

  deliver(message: JSONRPCRequest | JSONRPCNotification): Promise<JSONRPCMessage> {
    this.onmessage?.(message, { classification: this.era })
    return this.answer.promise
  }

  /** Only the response is ever sent: the tools report no progress, and request nothing from clients. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.answer.resolve(message)
  }
}

/** The response of a single-use server to one message; null for a notification. */
export async function exchangeOnce(
  server: Server,
  message: JSONRPCRequest | JSONRPCNotification,
  era: Classification,
): Promise<JSONRPCMessage | null> {
  const transport = new SingleExchange(era)
  await server.connect(transport)
  const answer = transport.deliver(message)
  if (!('id' in message)) return null
  return await answer
}
