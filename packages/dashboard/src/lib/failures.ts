// Error messages for people, in the current language.
import type { ErrorDetail, FaultSentences } from '@linnet/contract'
import { errorCodes } from '@linnet/contract/errors'
import { sentenceIn } from '@linnet/contract/faults'
import { type Language, messagesFor } from '@linnet/languages'
import { errors as englishErrors } from '@linnet/languages/en/errors'
import { faults as englishFaults } from '@linnet/languages/en/faults'
import { failures as englishFailures } from '@linnet/languages/en/shell/failures'
import { ApiError, ConnectionLost } from './client.ts'
import { currentLanguage } from './language.ts'

const failures = messagesFor('failures', englishFailures)
const errors: (language: Language) => Partial<Record<string, string>> = messagesFor('errors', englishErrors)
const faults: (language: Language) => FaultSentences = messagesFor('faults', englishFaults)

/** The message for an error. */
export function messageOf(error: unknown, language: Language): string {
  const { lost, bug, request } = failures(language)
  if (error instanceof ConnectionLost) return lost
  if (!(error instanceof ApiError)) return bug
  const message = sentenceOf(error, language)
  return error.status >= 500 && error.requestId ? message + request(error.requestId) : message
}

function sentenceOf({ code, message }: ApiError, language: Language): string {
  // The server's English message about this very case is more precise than a general one.
  const isGeneral = code === 'unauthenticated' || message === errorCodes[code]?.message
  return language === 'en' && !isGeneral ? message : (errors(language)[code] ?? message)
}

/** The errors of fields by their paths, in the current language: `{ long_url: 'Enter …' }`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? readableFaults(error.details) : {}
}

/** The same for faults that the browser found with the same schemas. */
export function readableFaults(details: readonly ErrorDetail[]): Record<string, string> {
  const sentences = faults(currentLanguage())
  return Object.fromEntries(details.map((detail) => [detail.path, readable(detail, sentences)]))
}

/** A server that is newer than this page may know more faults. */
function readable(detail: ErrorDetail, sentences: FaultSentences): string {
  return detail.code in sentences ? sentenceIn(sentences, detail) : detail.message
}
