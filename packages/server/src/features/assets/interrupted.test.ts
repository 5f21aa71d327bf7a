// Uploads to the real program that are interrupted leave no half image. interrupted.long.test.ts interrupts larger ones.
import { afterEach, test } from 'bun:test'
import { killWhileUploading, uploadOnFullDisk } from '../../../../../test/interrupted-uploads.ts'
import { jpeg } from '../../../../../test/pictures.ts'
import { endAll } from '../../../../../test/program.ts'
import { disks } from '../../../../../test/small-disk.ts'

afterEach(endAll)

test('of uploads during which the server is killed, each is whole or not there, and its row knows every file', async () => {
  await killWhileUploading(await jpeg(700, 450), [3])
})

// One way of this machine to have a full disk.
for (const [kind, make] of Object.entries(disks).slice(0, 1))
  test(`on a full disk (${kind}) an upload is refused, what is there is answered, and with room again uploads go on`, () =>
    uploadOnFullDisk(make))
