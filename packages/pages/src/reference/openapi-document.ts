// The parts of an OpenAPI 3.1 document that the reference uses.

export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  properties?: Readonly<Record<string, Schema | boolean>>
  required?: readonly string[]
  items?: Schema | boolean | readonly (Schema | boolean)[]
  additionalProperties?: Schema | boolean
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  /** The field that distinguishes the alternatives of `oneOf`. */
  discriminator?: { propertyName: string }
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

export interface Parameter {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>

export interface RequestBody {
  $ref?: string
  description?: string
  required?: boolean
  content?: Content
}

export interface Response {
  $ref?: string
  description?: string
  content?: Content
}

export interface Header {
  description?: string
}

export interface Operation {
  operationId?: string
  tags?: readonly string[]
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: readonly Parameter[]
  requestBody?: RequestBody
  responses?: Readonly<Record<string, Response>>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The scope that a credential needs, in the product's own words. */
  'x-scope'?: string
}

export interface PathItem {
  /** Its server, if it differs from the document's. */
  servers?: readonly { url: string }[]
  parameters?: readonly Parameter[]
  get?: Operation
  put?: Operation
  post?: Operation
  delete?: Operation
  options?: Operation
  head?: Operation
  patch?: Operation
}

export interface OAuthFlow {
  authorizationUrl?: string
  tokenUrl?: string
  refreshUrl?: string
  scopes?: Readonly<Record<string, string>>
}

export interface SecurityScheme {
  type?: string
  /** For an API key: where it is sent, and under which name. */
  in?: string
  name?: string
  scheme?: string
  description?: string
  flows?: Readonly<Record<string, OAuthFlow>>
}

export interface ErrorCode {
  code: string
  status: number
  message: string
}

export interface OpenApiDocument {
  info?: { title?: string; version?: string; description?: string }
  servers?: readonly { url: string; description?: string }[]
  tags?: readonly { name: string; description?: string }[]
  paths?: Readonly<Record<string, PathItem>>
  /** What the service sends, by name: each is a request to the receiver's address. */
  webhooks?: Readonly<Record<string, PathItem>>
  security?: Operation['security']
  components?: {
    schemas?: Readonly<Record<string, Schema>>
    parameters?: Readonly<Record<string, Parameter>>
    requestBodies?: Readonly<Record<string, RequestBody>>
    responses?: Readonly<Record<string, Response>>
    headers?: Readonly<Record<string, Header>>
    securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
  /** What each scope permits. */
  'x-scopes'?: Readonly<Record<string, string>>
  /** The closed list of error codes, and what each one means. */
  'x-error-codes'?: readonly ErrorCode[]
}
