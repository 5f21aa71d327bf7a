// Large uploads to the real program that are interrupted repeatedly, and on every kind of full disk.
import { afterEach, test } from 'bun:test'
import { killWhileUploading, uploadOnFullDisk } from '../../../../../../test/interrupted-uploads.ts'
import { endAll } from '../../../../../../test/machine/program.ts'
import { disks } from '../../../../../../test/machine/small-disk.ts'
import { jpeg } from '../../../../../../test/pictures/image-files.ts'

afterEach(endAll)

test('if the server is killed during uploads, each photo is complete or absent, and its row lists every file', async () => {
  await killWhileUploading(await jpeg(1400, 900), [1, 3, 5])
})

for (const [kind, make] of Object.entries(disks).slice(1))
  test(`on a full disk (${kind}) uploads are refused and existing images still served, and uploads work again once there is space`, () =>
    uploadOnFullDisk(make))
