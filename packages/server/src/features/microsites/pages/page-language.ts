// Which language a visitor's page is in.
import { type Language, languageOf } from '@linnet/languages'
import { readOnce } from '../../../platform/net/header-reading.ts'

const read = readOnce(languageOf)

export const languageFor = ({ headers }: Request): Language => read(headers.get('accept-language'))
