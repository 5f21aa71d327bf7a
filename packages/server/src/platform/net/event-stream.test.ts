// Event streams: what is sent, what is dropped for a slow reader, and how they end.
import { expect, test } from 'bun:test'
import { EventStream } from './event-stream.ts'

function opened(signal = new AbortController().signal) {
  let ends = 0
  const stream = new EventStream(signal)
  stream.onEnd(() => ends++)
  return { stream, ends: () => ends }
}

test("events are lines, and data can't inject lines", async () => {
  const { stream } = opened()
  stream.send('click', { title: 'a\n\nevent: b\r\ndata: c' })
  stream.beat()
  stream.end()
  expect(await new Response(stream.body).text()).toBe(
    'retry: 3000\n\nevent: click\ndata: {"title":"a\\n\\nevent: b\\r\\ndata: c"}\n\n:\n\n',
  )
})

test('for a stalled reader, 64 KiB are buffered; once it reads again, it gets later events', async () => {
  const { stream } = opened()
  const kilobyte = 'x'.repeat(1000)
  let sent = 0
  while (stream.send('click', kilobyte)) sent++
  expect(sent).toBeGreaterThan(50)
  expect(sent).toBeLessThan(70)
  expect(stream.send('click', 'more')).toBe(false)
  const reader = stream.body.getReader()
  for (let taken = 0; taken < 10; taken++) await reader.read()
  expect(stream.send('click', 'more')).toBe(true)
})

test('however it ends, that is reported once, and nothing more can be sent', async () => {
  const ways: ((stream: EventStream, controller: AbortController) => unknown)[] = [
    (stream) => stream.end(),
    (_, controller) => controller.abort(),
    (stream) => stream.body.cancel(),
  ]
  for (const way of ways) {
    const controller = new AbortController()
    const { stream, ends } = opened(controller.signal)
    await way(stream, controller)
    expect([ends(), stream.send('click', {})]).toStrictEqual([1, false])
    for (const again of ways) await again(stream, controller)
    stream.beat()
    expect(ends()).toBe(1)
  }
})

test('if its browser disconnects before it opens, it has ended', () => {
  const { stream, ends } = opened(AbortSignal.abort())
  expect([ends(), stream.send('click', {})]).toStrictEqual([1, false])
})
