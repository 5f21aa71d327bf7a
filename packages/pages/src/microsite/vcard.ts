// A microsite's contact for people's address books: a vCard 3.0 (RFC 2426), which every one of them reads.
import type { ComponentData } from '@linnet/contract'
import { contentLines, textValue } from './content-lines.ts'

export type ContactData = ComponentData<'CONTACT'>

/** The .vcf file of a contact. `title`, that of the page, is its name where it has none. */
export function vCardFile(data: ContactData, { title }: { title: string }): string {
  const [person, organization] = [textValue(data.name), textValue(data.organization)]
  const address = textValue(data.address)
  const filled = (property: string, value: string) => (value === '' ? null : `${property}:${value}`)
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Linnet//Microsite//EN',
    `FN:${person || organization || textValue(title)}`,
    // Which part of a name is the family's, nobody can tell from outside: all of it is the given name.
    `N:;${person};;;`,
    filled('ORG', organization),
    // Apple's address book sorts it among companies, then.
    person === '' && organization !== '' ? 'X-ABShowAs:COMPANY' : null,
    filled('TEL;TYPE=VOICE', textValue(inOneLine(data.phone))),
    filled('EMAIL;TYPE=INTERNET', textValue(inOneLine(data.email))),
    address === '' ? null : `ADR:;;${address};;;;`,
    data.website ? `URL:${new URL(data.website).href}` : null,
    'END:VCARD',
  ])
}

/** A number or a mailbox is one line; what breaks it into several came along when it was pasted. */
const inOneLine = (text = '') => text.replace(/[\s\p{Cc}]+/gu, ' ')
