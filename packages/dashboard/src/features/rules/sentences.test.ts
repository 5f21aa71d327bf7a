// The sentences of rules in each language.
import { describe, expect, test } from 'bun:test'
import { loadLanguage } from '@linnet/languages'
import type { EditedRule } from './edited-rules.ts'
import { conditionSentence, destinationSentence, ruleLine, ruleName } from './sentences.ts'

await loadLanguage('id', 'dashboard')

const to = (...weights: number[]): EditedRule['to'] =>
  weights.map((weight, index) => ({ id: `dst_${index}`, long_url: `https://example.com/${index}`, weight }))

describe('a rule in a sentence', () => {
  test.each([
    [{}, 'Everyone', 'Semua orang'],
    [{ os: ['ios'] }, 'If the device is an iPhone or iPad', 'Jika perangkatnya iPhone atau iPad'],
    [
      { os: ['android'], device: ['mobile'], country: ['DE', 'AT'] },
      'If the device is a phone, and it runs Android, and the country is Germany or Austria',
      'Jika perangkatnya ponsel, dan sistemnya Android, dan negaranya Jerman atau Austria',
    ],
    [
      { hours: ['18:00', '23:30'], days: ['sat', 'sun'], time_zone: 'Europe/Berlin' },
      'If it is between 18:00 and 23:30 on Saturday or Sunday in Europe/Berlin',
      'Jika waktunya antara 18:00 dan 23:30 pada Sabtu atau Minggu di Europe/Berlin',
    ],
    [{ days: ['mon'] }, 'If it is Monday', 'Jika harinya Senin'],
    [{ scan: false }, 'If the visitor did not scan a QR code', 'Jika pengunjung tidak memindai kode QR'],
    [
      { query: { ref: ['news', 'blog'], beta: true } },
      'If the URL has ref=news or ref=blog and beta',
      'Jika URL memuat ref=news atau ref=blog dan beta',
    ],
    [
      { language: ['de', 'pt-br'], browser: ['firefox'], referer: ['t.co'] },
      'If the language is German or Brazilian Portuguese, and the browser is Firefox, and the visitor comes from t.co',
      'Jika bahasanya Jerman atau Portugis (Brasil), dan perambannya Firefox, dan pengunjung datang dari t.co',
    ],
    [{ country: [] }, 'If the country is …', 'Jika negaranya …'],
    [
      { country: ['DE', 'AT', 'CH', 'FR', 'IT'] },
      'If the country is Germany, Austria, Switzerland, or 2 more',
      'Jika negaranya Jerman, Austria, Swiss, atau 2 lainnya',
    ],
  ] as [EditedRule['when'], string, string][])('%j', (when, english, indonesian) => {
    expect(conditionSentence(when, 'en')).toBe(english)
    expect(conditionSentence(when, 'id')).toBe(indonesian)
  })

  test('says where it leads, with the share of each destination', () => {
    expect(destinationSentence(to(1), 'en')).toBe('example.com/0')
    expect(destinationSentence(to(70, 30), 'en')).toBe('70% example.com/0, 30% example.com/1')
    expect(destinationSentence([{ id: 'x', long_url: ' ', weight: 1 }], 'en')).toBe('no destination yet')
  })

  test('is called by its name, or else by its conditions', () => {
    const rule = { id: 'rul_1', name: '', when: { scan: true }, to: to(1) }
    expect(ruleName(rule, 'en')).toBe('If the visitor scanned a QR code')
    expect(ruleName({ ...rule, name: 'Posters' }, 'en')).toBe('Posters')
    expect(ruleLine({ ...rule, name: 'Posters' }, 'en')).toBe(
      'Posters: If the visitor scanned a QR code → example.com/0',
    )
  })
})
