// Messages about invalid fields, by the fault code in the contract, for the person who filled them in.

const types = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  unix_time: 'a date and time',
  whole_unix_time: 'a date and time',
  boolean: 'yes or no',
  list: 'a list',
  object: 'a group of fields',
  null: 'nothing',
}
type ValueType = keyof typeof types

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`
const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`
const amount = (count: number, unit: 'character' | 'entry') =>
  unit === 'character' ? characters(count) : entries(count)
const mistake = 'If this is a mistake, contact the operator of this service.'

const appFileParts = {
  form: 'Use the format that Apple or Google documents.',
  service: 'Add applinks, webcredentials, appclips or activitycontinuation.',
  app: 'Enter apps as prefix and bundle ID, such as ABCDE12345.com.example.app.',
  relation: 'Use a relation such as delegate_permission/common.handle_all_urls.',
  package: 'Use a package name such as com.example.app.',
  fingerprint: 'Use 32 pairs of upper-case hexadecimal digits, separated by colons.',
  site: 'Use a site such as https://www.example.com.',
}

export const faults = {
  // Types, lengths and limits.
  required: 'This field is required.',
  wrong_type: ({ expected }: { expected: ValueType[]; got?: ValueType }) =>
    `Enter ${expected.map((type) => types[type]).join(' or ')}.`,
  too_long: ({ most, unit }: { most: number; unit: 'character' | 'entry' }) =>
    `Use at most ${amount(most, unit)}.`,
  too_short: ({ least, unit }: { least: number; unit: 'character' | 'entry' }) =>
    `Use at least ${amount(least, unit)}.`,
  too_large: ({ most }: { most: number }) => `Enter ${most} or less.`,
  too_small: ({ least }: { least: number }) => `Enter ${least} or more.`,
  not_less: ({ limit }: { limit: number }) => `Enter a number less than ${limit}.`,
  not_more: ({ limit }: { limit: number }) => `Enter a number greater than ${limit}.`,
  not_multiple: ({ divisor }: { divisor: number }) => `Enter a multiple of ${divisor}.`,
  too_many_decimals: ({ most }: { most: number }) => `Use at most ${most} decimal places.`,
  not_one_of: ({ values }: { values: unknown[] }) => `Choose one of these: ${values.join(', ')}.`,
  not_exactly: ({ value }: { value: string }) => `Enter ${value}.`,
  not_empty: 'Leave this empty.',
  unknown_form: 'This value can’t be used here.',
  unknown_fields: 'This contains unknown fields.',
  invalid_format: 'This has the wrong format.',
  invalid: 'This isn’t valid.',
  repeated: 'Enter this only once.',
  // Strings, names, times and addresses.
  blank: 'This can’t be empty.',
  nul_character: 'Remove the characters that can’t be stored.',
  ill_formed_text: 'Some characters are broken. Type the text again.',
  invisible_characters: 'Remove invisible and control characters.',
  control_characters: 'Remove control characters.',
  outer_white_space: 'Remove spaces at the start and end.',
  no_letter_or_digit: 'Use at least one letter or digit.',
  not_base64url: 'This must be base64url.',
  not_email: 'Enter an e-mail address.',
  not_unix_time: 'Enter a date and time.',
  unix_time_too_late: 'Enter a date before the year 10000.',
  not_date: 'Enter a date as YYYY-MM-DD.',
  no_such_date: 'This date doesn’t exist.',
  no_such_date_time: 'Enter a date and time that exist.',
  not_time_zone: 'Choose a time zone, such as Asia/Jakarta.',
  not_future: 'Choose a time in the future.',
  start_after_end: 'Choose a start before the end.',
  same_time: 'Choose a different time for each switch.',
  changed_since: 'This has been changed since.',
  until_before_from: 'Choose an end after the start.',
  not_time_of_day: 'Enter a time of day, such as 18:30.',
  hours_equal: 'Choose two different times.',
  past_date: 'Choose today (UTC) or a later date.',
  range_backwards: 'The end must not be before the start.',
  range_too_long: ({ days }: { days: number }) => `Choose a range of at most ${days} days.`,
  bad_cursor: 'Reload the page.',
  not_web_address: 'Enter a web address that starts with http:// or https://.',
  unreadable_address: 'Enter a valid web address.',
  address_credentials: 'Remove the user name and password from the address.',
  host_too_long: ({ host, label }: { host: number; label: number }) =>
    `The domain can have at most ${host} characters, with at most ${label} between dots.`,
  not_link: 'Enter a link that starts with https:, http:, mailto: or tel:.',
  link_characters: 'Remove spaces and quotes.',
  link_empty: 'Add something after the colon.',
  unknown_country: 'Choose a country from the list.',
  not_language: 'Enter a language code, such as de or pt-BR.',
  not_host: 'Enter a domain, such as t.co.',
  rules_too_long: 'The rules are too long in total. Remove some, or use shorter destinations.',
  template_exists: 'Another template has this name. Choose another name.',
  unknown_template: 'This UTM template no longer exists. Choose another one.',
  unknown_asset: 'Choose an uploaded image.',
  not_colour: 'Enter a colour such as #b32c43.',
  not_image_path: 'Choose an uploaded image.',
  // Links, domains and where requests go.
  own_short_domain: 'Links can’t lead to a short domain of this service.',
  block_listed: ({ host }: { host: string }) => `${host} is on a block list of this service. ${mistake}`,
  look_alike: ({ host }: { host: string }) => `${host} looks like another, well-known site. ${mistake}`,
  shortener: ({ host }: { host: string }) =>
    `${host} is another link shortener. Enter the final destination instead. ${mistake}`,
  unverified_domain: 'Choose a domain that you have verified.',
  unverified_domain_of: ({ domains, host }: { domains: string[]; host: string }) =>
    `Choose a domain that you have verified, such as ${domains.join(', ')}, or ${host}.`,
  only_default_domain: ({ host }: { host: string }) =>
    `Choose ${host}. You have no verified domain of your own yet.`,
  not_domain: 'Enter a domain name that you own, such as go.example.com.',
  reserved_placement: 'Choose another name: “other” stands for all other names.',
  domain_taken: 'Another account has verified this domain.',
  case_clash: ({ codes, more }: { codes: string[][]; more: number }) =>
    `Some codes differ only in case: ${codes.map((pair) => pair.join(' and ')).join('; ')}${more > 0 ? `; and ${more} more` : ''}. Rename them first.`,
  root_twice: 'Choose either a URL or a microsite, not both.',
  not_microsite_of_domain: 'Choose a published microsite on this domain.',
  not_own_image: 'Choose an uploaded image.',
  not_brand_colour: 'Enter a colour such as #b32c43.',
  not_json: 'This isn’t valid JSON.',
  app_file: ({ at, part }: { at: string; part: keyof typeof appFileParts }) =>
    `${at === '' ? '' : `At ${at}: `}${appFileParts[part]}`,
  tag_exists: 'Another tag has this name. Merge the two tags instead.',
  same_tag: 'Choose another tag.',
  unknown_tag: 'This tag no longer exists. Choose another one.',
  too_many_tags: ({ most }: { most: number }) =>
    `A workspace can have at most ${most} tags. Delete or merge some first.`,
  domain_has_links: 'This domain still has links. Move them to another domain first.',
  no_txt_record: ({ name, value }: { name: string; value: string }) =>
    `The TXT record ${name} with the value ${value} was not found. New records can take an hour to appear.`,
  short_or_id_required: 'Enter a short code or an ID.',
  short_and_id: 'Enter either a short code or an ID, not both.',
  unusable_address: 'Enter a complete address that starts with http:// or https://.',
  refused_port: ({ port }: { port: string }) =>
    `Port ${port} can’t be used. It’s meant for services other than web servers.`,
  private_target:
    'This address leads to this server or to a private network. The operator can allow that by setting ALLOW_PRIVATE_TARGETS to true.',
  // Accounts, applications and webhooks.
  account_exists: 'This e-mail address already has an account.',
  member_exists: 'This person is already a member of the workspace.',
  password_required: 'Enter your password.',
  password_common: 'This password is too common.',
  password_is_email: 'Don’t use the e-mail address as the password.',
  code_required: 'Enter the code from your authenticator app, or a recovery code.',
  code_wrong: 'This code is incorrect or has already been used.',
  code_not_current: 'This isn’t the current code. Enter the newest one from the app.',
  not_ascii: 'Use only ASCII characters, without spaces.',
  has_fragment: 'Remove # and everything after it.',
  has_wildcard: 'Enter the full address: * isn’t supported.',
  not_absolute: 'Enter a complete address.',
  refused_scheme: ({ scheme }: { scheme: string }) => `The address can’t start with ${scheme}`,
  no_host: 'The address needs a domain.',
  needs_https: 'Start with https://. http:// is only for localhost, 127.0.0.1 and [::1].',
  not_http: 'Enter an address that starts with http:// or https://.',
  url_required: 'Enter the URL that events are sent to.',
  url_or_id_required: 'Enter the URL or the ID of the webhook.',
  fixed_subscription: 'This webhook was created by an automation platform. Its URL can’t be changed.',
  webhook_off: 'This webhook is turned off. Turn it on first.',
  reason_required: 'Enter a reason.',
  answer_required: 'Explain why the block stays.',
  statement_required: 'Enter a message.',
  // Microsites and shop items.
  not_microsite_slug: 'Enter the slug of a microsite.',
  too_many_components: ({ most }: { most: number }) =>
    `A microsite can have at most ${most} components. Delete one first.`,
  microsite_too_long: ({ most }: { most: number }) =>
    `All components together can have at most ${most} characters. Shorten something first.`,
  microsite_too_full: ({ most }: { most: number }) =>
    `A microsite can show at most ${most} links, slides and shop items. Remove some first.`,
  only_one_of_kind: (_: { kind: string }) => 'This microsite already has one, and can have only one.',
  incomplete_order: 'The components were changed elsewhere. Reload the page.',
  not_currency: 'Enter a three-letter currency code, such as IDR.',
  unknown_currency: 'This currency code is unknown. Enter a code such as IDR, EUR or USD.',
  // Images.
  unknown_image: 'This file isn’t a supported image. Use PNG, JPEG, WebP, GIF, SVG or BMP (SVG in UTF-8).',
  image_cut_off: 'The image is incomplete. Upload it again.',
  image_damaged: 'The image is damaged or incomplete. Upload it again.',
  image_pixels: ({ megapixels }: { megapixels: number }) =>
    `The image has more than ${megapixels} megapixels. Upload a smaller one.`,
  image_sides: ({ width, height, most }: { width: number; height: number; most: number }) =>
    `The image is ${width} × ${height} pixels. Each side can be at most ${most}.`,
  jpeg_scans: (_: { most: number }) => 'This JPEG is too complex. Save it again as an ordinary JPEG.',
  svg_too_large: 'An SVG can be at most 1 MiB.',
  svg_not_utf8: 'This SVG isn’t encoded in UTF-8. Save it in UTF-8.',
  svg_unreadable: 'This SVG can’t be read. It must be complete and have a size.',
  svg_shape: 'This SVG has no size, or is far taller than it is wide.',
  svg_content: 'This SVG contains something that isn’t allowed.',
  image_too_complex: 'This image is too complex. Simplify it.',
  image_width: ({ most }: { most: number }) => `Choose a width of 1 to ${most} pixels.`,
  image_not_rendered: 'This image can’t be shown.',
}
