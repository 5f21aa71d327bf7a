// The form of a new account: reading and checking name, e-mail address and password.
import { Email, Name, text } from '@linnet/contract'
import type { WrongFields } from '@linnet/pages'
import { type PasswordFault, passwordFault } from '../accounts/index.ts'

export interface AccountForm {
  name: string
  email: string
  password: string
}

/** Reads the fields, without spaces around name and e-mail address; `email` is the one of the invitation, if any. */
export function readAccountForm(form: ReadonlyMap<string, string>, email?: string): AccountForm {
  return {
    name: (form.get('name') ?? '').trim(),
    email: email ?? (form.get('email') ?? '').trim(),
    password: form.get('password') ?? '',
  }
}

/** What is wrong with each field; empty if all are right. */
export function wrongFieldsOf(form: AccountForm): WrongFields {
  const password = newPasswordFault(form.password, form)
  return {
    ...(Name.min(1).safeParse(form.name).success ? {} : { name: 'name' as const }),
    ...(isEmail(form.email) ? {} : { email: 'email' as const }),
    ...(password === null ? {} : { password }),
  }
}

/** Why this account can't have this password, or null if it can. */
export function newPasswordFault(
  password: string,
  { email, name }: { email: string; name: string },
): PasswordFault | null {
  if (!text(2048).safeParse(password).success) return 'too_long'
  const isName = password.trim().toLowerCase() === name.toLowerCase()
  return passwordFault(password, email) ?? (isName ? 'email' : null)
}

export const isEmail = (value: string): boolean => Email.safeParse(value).success
