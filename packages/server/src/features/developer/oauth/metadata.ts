// The metadata of the authorization server, which clients read at its well-known address (RFC 8414).
import { allScopes } from '@linnet/contract'
import { languageTags } from '@linnet/languages'
import { grantTypes } from './tokens/token-endpoint.ts'

const withSecret = ['client_secret_basic', 'client_secret_post']

export function serverMetadata(issuer: string, docs: string, registration: boolean) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(registration ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: ['none', ...withSecret],
    revocation_endpoint_auth_methods_supported: ['none', ...withSecret],
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'consent'],
    ui_locales_supported: languageTags,
    service_documentation: docs,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: registration,
  }
}
