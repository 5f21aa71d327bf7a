// What can be wrong with a field: each fault once, with its code, its parameters and the API's sentence about it. The
// sentences for people are in the languages, by the same codes.

const plural = { character: 'characters', entry: 'entries' }
type Unit = keyof typeof plural

const typeNames = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  unix_time: 'a number of Unix seconds',
  whole_unix_time: 'a whole number of Unix seconds',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
}
export type ValueType = keyof typeof typeNames

const inOneList = (values: readonly unknown[]) => values.join(', ')
const counted = (count: number, unit: Unit) => `${count} ${count === 1 ? unit : plural[unit]}`
const block = 'If this is a mistake, contact the operator of this service.'

// What phones expect in the files that open apps.
const appFileParts = {
  form: 'use the format that Apple or Google documents',
  service: 'add applinks, webcredentials, appclips or activitycontinuation',
  app: 'write apps as prefix and bundle ID, such as ABCDE12345.com.example.app',
  relation: 'use a relation such as delegate_permission/common.handle_all_urls',
  package: 'use a package name such as com.example.app',
  fingerprint: 'write a fingerprint as 32 pairs of upper-case hexadecimal digits, separated by colons',
  site: 'use a site such as https://www.example.com',
}

/** Sentences without their subject, which is the field: "long_url" "is required". No parameter repeats a secret. */
const sentences = {
  // Types, lengths and limits.
  required: 'is required',
  wrong_type: ({ expected, got }: { expected: ValueType[]; got?: ValueType }) =>
    `must be ${expected.map((type) => typeNames[type]).join(' or ')}${got ? `, not ${typeNames[got]}` : ''}`,
  too_long: ({ most, unit }: { most: number; unit: Unit }) => `must have at most ${counted(most, unit)}`,
  too_short: ({ least, unit }: { least: number; unit: Unit }) => `must have at least ${counted(least, unit)}`,
  too_large: ({ most }: { most: number }) => `must be at most ${most}`,
  too_small: ({ least }: { least: number }) => `must be at least ${least}`,
  not_less: ({ limit }: { limit: number }) => `must be less than ${limit}`,
  not_more: ({ limit }: { limit: number }) => `must be more than ${limit}`,
  not_multiple: ({ divisor }: { divisor: number }) => `must be a multiple of ${divisor}`,
  too_many_decimals: ({ most }: { most: number }) => `must have at most ${most} decimal places`,
  not_one_of: ({ values }: { values: unknown[] }) => `must be one of ${inOneList(values)}`,
  not_exactly: ({ value }: { value: string }) => `must be ${value}`,
  not_empty: 'must be empty',
  unknown_form: 'has none of the allowed types',
  unknown_fields: 'has unknown fields',
  invalid_format: 'has an invalid format',
  invalid: 'is not valid',
  repeated: 'must be given only once',
  // Strings, names, times and addresses.
  blank: 'must not be empty',
  nul_character: 'must be text without NUL characters',
  ill_formed_text: 'must be well-formed text',
  invisible_characters: 'must not contain invisible or control characters',
  control_characters: 'must not contain control characters',
  outer_white_space: 'must not begin or end with white space',
  no_letter_or_digit: 'must contain a letter or a digit',
  not_base64url: 'must be base64url',
  not_email: 'must be an e-mail address',
  not_unix_time: 'must be a Unix time in seconds',
  unix_time_too_late: 'must be a Unix time in seconds, not milliseconds, and before the year 10000',
  not_date: 'must be a date in the form YYYY-MM-DD',
  no_such_date: 'must be a date that exists',
  no_such_date_time: 'must be a date and time that exist, such as 2026-11-20T18:30:00',
  not_time_zone: 'must be the name of a time zone, such as Asia/Jakarta',
  not_future: 'must be in the future',
  start_after_end: 'must be before expired_at',
  same_time: 'must not have two switches at the same time',
  changed_since: 'has been changed since',
  until_before_from: 'must have an until that is later than from',
  not_time_of_day: 'must be a time of day such as 18:30',
  hours_equal: 'must have two different times',
  past_date: 'must be today (UTC) or later',
  range_backwards: 'must not be before start',
  range_too_long: ({ days }: { days: number }) => `must be at most ${days} days before end`,
  bad_cursor: 'must be the next_cursor of the previous page',
  not_web_address: 'must be an http: or https: address with a host',
  unreadable_address: 'must be a valid web address',
  address_credentials: 'must not contain a user name or password',
  host_too_long: ({ host, label }: { host: number; label: number }) =>
    `must have a host of at most ${host} characters, with at most ${label} between dots`,
  not_link: 'must be a link that begins with https:, http:, mailto: or tel:',
  link_characters: 'must not contain white space, quotes or control characters',
  link_empty: 'must have something after the colon',
  unknown_country: 'must be the two-letter code of a country (ISO 3166-1), such as DE',
  not_language: 'must be a language code, such as de or pt-BR',
  not_host: 'must be a host name, such as t.co',
  rules_too_long: ({ most }: { most: number }) => `must have at most ${most} characters of JSON in total`,
  template_exists: 'is the name of another template. Choose another name.',
  unknown_template: 'must be the id of a UTM template of this account',
  unknown_asset: 'must be the id of an uploaded image',
  not_colour: 'must be a colour in the form #rgb, #rgba, #rrggbb or #rrggbbaa',
  not_image_path:
    'must be the path of an uploaded image, such as /assets/k3v9.webp, without a scheme, "//" or ".."',
  // Links, domains and where requests go.
  own_short_domain: 'must not point to a short domain of this service',
  block_listed: ({ host }: { host: string }) =>
    `must not lead to ${host}, which is on a block list of this service. ${block}`,
  look_alike: ({ host }: { host: string }) =>
    `must not lead to ${host}, which looks like another, well-known host. ${block}`,
  shortener: ({ host }: { host: string }) =>
    `must not lead to ${host}, which is another link shortener: send the final destination instead. ${block}`,
  unverified_domain: 'must be a custom domain of this account that is verified by its DNS record',
  unverified_domain_of: ({ domains, host }: { domains: string[]; host: string }) =>
    `must be a custom domain of this account that is verified by its DNS record, such as ${inOneList(domains)}, or the default domain ${host}`,
  only_default_domain: ({ host }: { host: string }) =>
    `must be the default domain ${host}, because this account has no custom domain that is verified by its DNS record`,
  not_domain: 'must be a domain name that you own, such as go.example.com',
  tag_exists: 'is the name of another tag. Merge the two tags instead.',
  same_tag: 'must be a different tag',
  unknown_tag: 'must be the id of a tag of this account',
  too_many_tags: ({ most }: { most: number }) =>
    `cannot be added: an account can have at most ${most} tags. Delete or merge some first.`,
  reserved_placement: 'must not be other, which stands for all other names',
  domain_taken: 'has already been verified by another account',
  case_clash: ({ codes, more }: { codes: string[][]; more: number }) =>
    `cannot be turned on, because some codes differ only in case: ${codes.map((pair) => pair.join(' and ')).join('; ')}${more > 0 ? `; and ${more} more` : ''}. Rename them first.`,
  root_twice: 'must not be set together with root_url',
  not_microsite_of_domain: 'must be the slug of a published microsite of this workspace on this domain',
  not_own_image: 'must be the path of an uploaded image of this workspace',
  not_brand_colour: 'must be a colour in the form #rgb or #rrggbb',
  not_json: 'must be valid JSON',
  app_file: ({ at, part }: { at: string; part: keyof typeof appFileParts }) =>
    `is not valid${at === '' ? '' : ` at ${at}`}: ${appFileParts[part]}`,
  domain_has_links: 'still has links. Move them to another domain first.',
  no_txt_record: ({ name, value }: { name: string; value: string }) =>
    `has no TXT record ${name} with the value ${value} yet. New records can take an hour to appear.`,
  short_or_id_required: 'is required, unless id is given',
  short_and_id: 'must not be given together with short',
  unusable_address: 'must begin with http:// or https:// and name a server',
  refused_port: ({ port }: { port: string }) =>
    `must not use port ${port}, which is meant for services other than web servers`,
  private_target:
    'leads to this machine or to a private network. Requests go there only if ALLOW_PRIVATE_TARGETS is true.',
  // Accounts, applications and webhooks.
  account_exists: 'already has an account',
  member_exists: 'already belongs to this workspace',
  password_required: 'is required, unless a passkey is sent as credential',
  password_common: 'is too common. Choose another one.',
  password_is_email: 'must not be the e-mail address',
  code_required: 'is required, because this account has two-factor authentication',
  code_wrong: 'is wrong, or was already used',
  code_not_current: 'is not the code that the app shows now. Enter the newest one.',
  not_ascii: 'must be printable ASCII without spaces',
  has_fragment: 'must not have a fragment (#)',
  has_wildcard: 'must be written in full, because wildcards are not supported',
  not_absolute: 'must be an absolute address',
  refused_scheme: ({ scheme }: { scheme: string }) => `must not begin with ${scheme}`,
  no_host: 'must have a host',
  needs_https: 'must begin with https://. http:// is only for localhost, 127.0.0.1 and [::1].',
  not_http: 'must be an http: or https: address',
  url_required: 'is required: the http: or https: address that events are sent to',
  url_or_id_required: 'is required, unless the id of the subscription is given',
  fixed_subscription: 'cannot be changed, because an application or an API key subscribed with it',
  webhook_off: 'is turned off. Turn it on first.',
  reason_required: 'must give a reason',
  answer_required: 'must explain why the block stays',
  statement_required: 'must contain a message',
  // Microsites and shop items.
  not_microsite_slug: 'must be the slug of a microsite',
  too_many_components: ({ most }: { most: number }) =>
    `cannot be added: a microsite can have at most ${most} components. Delete one first.`,
  microsite_too_long: ({ most }: { most: number }) =>
    `is too long: all components of a microsite can have at most ${most} characters together`,
  microsite_too_full: ({ most }: { most: number }) =>
    `has too many entries: a microsite can show at most ${most} links, slides and shop items together`,
  only_one_of_kind: ({ kind }: { kind: string }) =>
    `must not be ${kind}: this microsite already has one, and can have only one`,
  incomplete_order: (order: Order) =>
    `must name each of the ${order.components} components of this microsite exactly once: ${orderErrors(order)}`,
  not_currency: 'must be a three-letter currency code, such as IDR (ISO 4217)',
  unknown_currency: 'is not a currency code of ISO 4217, such as IDR, EUR or USD',
  // Images.
  unknown_image: 'is not a supported image. Use PNG, JPEG, WebP, GIF, SVG or BMP (SVG in UTF-8).',
  image_cut_off: 'is incomplete. Upload it again.',
  image_damaged: 'is damaged or incomplete. Upload it again.',
  image_pixels: ({ megapixels }: { megapixels: number }) =>
    `has more than ${megapixels} megapixels. Upload a smaller one.`,
  image_sides: ({ width, height, most }: { width: number; height: number; most: number }) =>
    `has ${width} × ${height} pixels. Each side can have at most ${most}.`,
  jpeg_scans: ({ most }: { most: number }) =>
    `is a JPEG with more than ${most} scans. Save it again as an ordinary JPEG.`,
  svg_too_large: 'is larger than 1 MiB, the limit for SVG',
  svg_not_utf8: 'is an SVG that is not encoded in UTF-8. Save it in UTF-8.',
  svg_unreadable:
    'is an SVG that cannot be read. It must be complete, well-formed XML in UTF-8 and have a size.',
  svg_shape: 'is an SVG that is far taller than it is wide, or has no size',
  svg_content: 'is an SVG with content that is not allowed',
  image_too_complex: 'is too complex to render',
  image_width: ({ most }: { most: number }) => `can only be rendered 1 to ${most} pixels wide`,
  image_not_rendered: 'cannot be rendered',
}

interface Order {
  /** How many components the microsite has. */
  components: number
  /** The ids of some that were not named, and how many more there are. */
  missing: string[]
  moreMissing: number
  unknown: number
  repeated: number
}

function orderErrors({ missing, moreMissing, unknown, repeated }: Order): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  const named = inOneList(missing) + (moreMissing > 0 ? ` and ${moreMissing} more` : '')
  return [
    ...(missing.length > 0 ? [`${named} ${are(missing.length)} missing`] : []),
    ...(unknown > 0 ? [`${unknown} ${are(unknown)} not part of this microsite`] : []),
    ...(repeated > 0 ? [`${repeated} ${are(repeated)} listed more than once`] : []),
  ].join('; ')
}

type Sentences = typeof sentences
export type FaultCode = keyof Sentences

type ParamsOf<Sentence> = Sentence extends (params: infer Params) => string
  ? { params: Params }
  : { params?: undefined }

/** What is wrong with a value: `{ code: 'required' }` or `{ code: 'too_large', params: { most: 100 } }`. */
export type Fault = { [Code in FaultCode]: { code: Code } & ParamsOf<Sentences[Code]> }[FaultCode]

/** What a language says about each fault: a sentence, or a function that builds it from the parameters. */
export type FaultSentences = {
  [Code in FaultCode]: Sentences[Code] extends (params: infer Params) => string
    ? string | ((params: Params) => string)
    : string
}

/** One invalid field; `path` is as in the request, such as `links.3.long_url`. */
export type ErrorDetail = Fault & { path: string; message: string }

/** What a language says about a fault. */
export function sentenceIn(language: FaultSentences, { code, params }: Fault): string {
  const sentence = language[code] as string | ((params: unknown) => string)
  return typeof sentence === 'string' ? sentence : sentence(params)
}

/** What the API says about a fault. */
export const faultSentence = (fault: Fault): string => sentenceIn(sentences, fault)

/** The fault of a field, as in the API's responses. */
export function detailOf(path: string, fault: Fault): ErrorDetail {
  return { path, message: faultSentence(fault), ...fault }
}

/** Encodes a fault as the message of a schema's check, because zod keeps only a string. `faultIn` decodes it. */
export const faultMessage = (fault: Fault): string => JSON.stringify(fault)

export function faultIn(message: string): Fault {
  return message.startsWith('{"code":') ? JSON.parse(message) : { code: 'invalid' }
}
