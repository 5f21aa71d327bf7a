// A transport for one message and its answer to the library's Server, without stream, session or HTTP.
import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'

type Classification = ConstructorParameters<typeof PerRequestHTTPServerTransport>[0]['classification']

/**
 * The library's transport for a single exchange, which tells a Server the era that it serves, but with the answer as an
 * object. Writing it into a Response and reading it again would take a fifth of a call's time.
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

  /** Only the answer is ever sent: the tools report no progress, and request nothing from clients. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.answer.resolve(message)
  }
}

/** The answer of a server, which is of use for this alone, to one message; null to a notification. */
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
