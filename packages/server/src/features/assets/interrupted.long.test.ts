// Large uploads to the real program that are interrupted again and again, and on every kind of full disk.
import { afterEach, test } from 'bun:test'
import { killWhileUploading, uploadOnFullDisk } from '../../../../../test/interrupted-uploads.ts'
import { jpeg } from '../../../../../test/pictures.ts'
import { endAll } from '../../../../../test/program.ts'
import { disks } from '../../../../../test/small-disk.ts'

afterEach(endAll)

test('of photos during which the server is killed, each is whole or not there, and its row knows every file', async () => {
  await killWhileUploading(await jpeg(1400, 900), [1, 3, 5])
})

for (const [kind, make] of Object.entries(disks).slice(1))
  test(`on a full disk (${kind}) an upload is refused, what is there is answered, and with room again uploads go on`, () =>
    uploadOnFullDisk(make))
