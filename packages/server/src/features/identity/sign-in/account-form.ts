// What a form tells of a new account: its name, e-mail and password, each judged.
import { Email, Name, text } from '@linnet/contract'
import type { WrongFields } from '@linnet/pages'
import { type PasswordFault, passwordFault } from '../accounts/index.ts'

export interface AccountForm {
  name: string
  email: string
  password: string
}

/** The fields, without spaces around name and e-mail; `email` is the invitation's where there is one. */
export function readAccountForm(form: ReadonlyMap<string, string>, email?: string): AccountForm {
  return {
    name: (form.get('name') ?? '').trim(),
    email: email ?? (form.get('email') ?? '').trim(),
    password: form.get('password') ?? '',
  }
}

/** What is wrong with each of the fields; nothing where all are right. */
export function wrongFieldsOf(form: AccountForm): WrongFields {
  const password = newPasswordFault(form.password, form)
  return {
    ...(Name.min(1).safeParse(form.name).success ? {} : { name: 'name' as const }),
    ...(isEmail(form.email) ? {} : { email: 'email' as const }),
    ...(password === null ? {} : { password }),
  }
}

/** Why a password cannot be the one of this account. */
export function newPasswordFault(
  password: string,
  { email, name }: { email: string; name: string },
): PasswordFault | null {
  if (!text(2048).safeParse(password).success) return 'too_long'
  const isName = password.trim().toLowerCase() === name.toLowerCase()
  return passwordFault(password, email) ?? (isName ? 'email' : null)
}

export const isEmail = (value: string): boolean => Email.safeParse(value).success
