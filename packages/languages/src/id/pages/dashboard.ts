// The dashboard's document, until its script has loaded.
import type { AllMessages } from '../../messages.ts'

export const dashboardPage: AllMessages['dashboardPage'] = {
  loading: 'Memuat Linnet…',
  script: 'Dasbor memerlukan JavaScript. Tanpa JavaScript, buka',
  account: 'Akun',
}
