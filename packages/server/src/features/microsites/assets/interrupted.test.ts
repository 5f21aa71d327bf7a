// Interrupted uploads to the real program leave no half-written image. interrupted.long.test.ts interrupts larger ones.
import { afterEach, test } from 'bun:test'
import { killWhileUploading, uploadOnFullDisk } from '../../../../../../test/interrupted-uploads.ts'
import { endAll } from '../../../../../../test/machine/program.ts'
import { disks } from '../../../../../../test/machine/small-disk.ts'
import { jpeg } from '../../../../../../test/pictures/image-files.ts'

afterEach(endAll)

test('if the server is killed during uploads, each is complete or absent, and its row lists every file', async () => {
  await killWhileUploading(await jpeg(700, 450), [3])
})

// One of the ways this machine can have a full disk.
for (const [kind, make] of Object.entries(disks).slice(0, 1))
  test(`on a full disk (${kind}) uploads are refused and existing images still served, and uploads work again once there is space`, () =>
    uploadOnFullDisk(make))
