// Files with random faults: each is rendered or refused, and never breaks anything.
import { test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { bmp, gif, jpeg, png, webp } from '../../../../../../test/pictures/image-files.ts'
import { expectFault, uploader } from '../../../../../../test/pictures/images.ts'

onEachEngine('an upload with random faults', (instance) => {
  test('is rendered or refused, and never breaks anything', async () => {
    const person = await uploader(instance)
    const files = [
      png(40, 30),
      bmp(40, 30),
      gif(40, 30, [[255, 0, 0]]),
      await jpeg(40, 30),
      await webp(40, 30),
    ]
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (const file of files) {
      // An account can upload 60 a minute.
      await instance.clock.advance(61_000)
      for (let round = 0; round < 30; round++) {
        const changed = Buffer.from(file)
        for (let change = 0; change < 4; change++) changed[random(changed.length)] = random(256)
        const answer = await person.send(changed)
        if (answer.status !== 200) expectFault(answer, /./)
      }
    }
  })
})
