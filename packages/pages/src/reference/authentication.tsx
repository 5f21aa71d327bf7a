// The section on authentication, from the document's security schemes.
import { linkableAddress } from '../web-address.ts'
import type { OAuthFlow, OpenApiDocument, SecurityScheme } from './openapi-document.ts'
import { Sample } from './operation.tsx'
import { Inline, Prose } from './prose.tsx'
import { Table } from './tables.tsx'

const Endpoint = ({ address }: { address: string }) => {
  const link = linkableAddress(address)
  return link === null ? <code>{address}</code> : <a href={link}>{address}</a>
}

const Scopes = ({ scopes = {} }: { scopes?: Readonly<Record<string, string>> | undefined }) => {
  const rows = Object.entries(scopes).map(([name, text]) => ({ name, cell: <Inline text={text} /> }))
  return rows.length > 0 ? <Table heads={['Scope', 'Permits']} rows={rows} /> : null
}

const Flow = ({ flow }: { flow: OAuthFlow }) => {
  const endpoints = [
    { name: 'authorize', address: flow.authorizationUrl },
    { name: 'token', address: flow.tokenUrl },
    { name: 'refresh', address: flow.refreshUrl },
  ].flatMap(({ name, address }) => (address ? [{ name, cell: <Endpoint address={address} /> }] : []))
  return <>{endpoints.length > 0 ? <Table heads={['Endpoint', 'URL']} rows={endpoints} /> : null}</>
}

function titleOf({ type, scheme }: SecurityScheme, name: string): string {
  if (type === 'oauth2') return 'OAuth 2.0'
  return type === 'http' && scheme === 'bearer' ? 'API key' : name
}

function scopesOfFlows({ components }: OpenApiDocument): Record<string, string> {
  const schemes = Object.values(components?.securitySchemes ?? {})
  return Object.assign(
    {},
    ...schemes.flatMap(({ flows }) => Object.values(flows ?? {}).map(({ scopes }) => scopes)),
  )
}

export const Authentication = ({ document }: { document: OpenApiDocument }) => (
  <section id="authentication">
    <div class="told">
      <h2>Authentication</h2>
      <p>
        Send an API key or an access token with every request, as a bearer token in the{' '}
        <code>Authorization</code> header. Each operation below lists the scope that it needs.
      </p>
      {Object.entries(document.components?.securitySchemes ?? {}).map(([name, scheme]) => (
        <>
          <h3>{titleOf(scheme, name)}</h3>
          <Prose text={scheme.description} />
          {Object.values(scheme.flows ?? {}).map((flow) => (
            <Flow flow={flow} />
          ))}
        </>
      ))}
      <h3>Scopes</h3>
      <Scopes scopes={document['x-scopes'] ?? scopesOfFlows(document)} />
    </div>
    <div class="shown">
      <Sample title="Header" code="Authorization: Bearer sk_live_…" />
    </div>
  </section>
)
