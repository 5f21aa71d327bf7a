// What formatting needs besides Intl.
import type { AllMessages } from '../../messages.ts'

const units = { year: 'tahun', month: 'bulan', day: 'hari', hour: 'jam', minute: 'menit' }

const named: { [time: string]: string } = {
  '-1 year': 'tahun lalu',
  '1 year': 'tahun depan',
  '-1 month': 'bulan lalu',
  '1 month': 'bulan depan',
  '-2 day': 'kemarin dulu',
  '-1 day': 'kemarin',
  '1 day': 'besok',
  '2 day': 'lusa',
  '0 minute': 'menit ini',
}

export const formats: AllMessages['formats'] = {
  grouping: '.',
  justNow: 'baru saja',
  relative(count, unit, amount) {
    const time = `${amount} ${units[unit]}`
    return named[`${count} ${unit}`] ?? (count < 0 ? `${time} yang lalu` : `dalam ${time}`)
  },
}
