// The record of a click: every field keeps its value beside the largest values of the others.
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickBatch } from '../counting/click-batch.ts'
import { subjectNumber } from '../subjects.ts'
import { clickBytes, type JournalClick, segmentName, unpackChoice } from './format.ts'
import { JournalReader } from './reader.ts'
import { JournalWriter } from './writer.ts'

const at = Date.parse('2026-11-25T23:59:59.999Z')
const plain: JournalClick = {
  at,
  linkId: 7,
  userId: 8,
  visitorHigh: 9,
  visitorLow: 10,
  country: 'DE',
  userAgent: '',
  referer: '',
  qr: false,
}
const largest: JournalClick = {
  ...plain,
  linkId: subjectNumber('item', 2 ** 33 - 1),
  userId: 2 ** 32 - 1,
  visitorHigh: 2 ** 32 - 1,
  visitorLow: 2 ** 32 - 1,
  country: 'ZZ',
  qr: true,
  rule: 65_535,
  destination: 65_535,
  placement: '🪧'.repeat(64),
  reason: 255,
}

test.each([
  ['only what every click has', plain],
  ['the largest values', largest],
  ...(['rule', 'destination', 'placement', 'reason', 'qr'] as const).map((field): [string, JournalClick] => [
    `the largest ${field} alone`,
    { ...plain, [field]: largest[field] },
  ]),
])('a click with %s is read as it was written', (_, click) => {
  const path = mkdtempSync(join(tmpdir(), 'linnet-journal-'))
  try {
    const writer = new JournalWriter(path, 1)
    writer.append(click)
    writer.close()
    const batch = new ClickBatch()
    const onDamage = () => expect.unreachable()
    const reader = new JournalReader({ path, firstLive: 1, onDamage }, { segment: 0, offset: 64 })
    expect(reader.read(batch, null)).toBe(true)
    reader.close()
    expect(batch.size).toBe(1)
    expect([batch.links[0], batch.users[0], batch.seconds[0]]).toEqual([click.linkId, click.userId, 86_399])
    expect(batch.numbers.countries[batch.countryNumbers[0] as number]?.name).toBe(click.country)
    expect(batch.scans[0]).toBe(Number(click.qr))
    const { rule = 0, destination = 0, placement = '', reason = 0 } = click
    expect(unpackChoice(batch.choices[0] as number)).toEqual({ rule, destination })
    expect(batch.numbers.placements[batch.placements[0] as number]?.name).toBe(placement)
    // Nothing counts the reason yet; a later version will read it at this offset.
    const { buffer } = new Uint8Array(readFileSync(join(path, segmentName(1))))
    const record = new DataView(buffer, buffer.byteLength - clickBytes)
    expect(record.getUint32(28, true)).toBe(placement === '' ? 0 : 1)
    expect(record.getUint8(49)).toBe(reason)
    expect([record.getUint16(52, true), record.getUint16(54, true)]).toEqual([destination, rule])
  } finally {
    rmSync(path, { recursive: true })
  }
})
