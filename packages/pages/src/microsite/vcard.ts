// A microsite's contact for visitors' address books: a vCard 3.0 (RFC 2426), which all of them can read.
import type { ComponentData } from '@linnet/contract'
import { contentLines, textValue } from './content-lines.ts'

export type ContactData = ComponentData<'CONTACT'>

/** The .vcf file of a contact. `title` is the page's, for a contact without a name. */
export function vCardFile(data: ContactData, { title }: { title: string }): string {
  const [person, organization] = [textValue(data.name), textValue(data.organization)]
  const address = textValue(data.address)
  const filled = (property: string, value: string) => (value === '' ? null : `${property}:${value}`)
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Linnet//Microsite//EN',
    `FN:${person || organization || textValue(title)}`,
    // The family name can't be found reliably, so everything is the given name.
    `N:;${person};;;`,
    filled('ORG', organization),
    // Apple's address book then lists it as a company.
    person === '' && organization !== '' ? 'X-ABShowAs:COMPANY' : null,
    filled('TEL;TYPE=VOICE', textValue(inOneLine(data.phone))),
    filled('EMAIL;TYPE=INTERNET', textValue(inOneLine(data.email))),
    address === '' ? null : `ADR:;;${address};;;;`,
    data.website ? `URL:${new URL(data.website).href}` : null,
    'END:VCARD',
  ])
}

/** A number or an e-mail address is one line; line breaks come from pasting. */
const inOneLine = (text = '') => text.replace(/[\s\p{Cc}]+/gu, ' ')
