// How the commands of features are called, which is listed before anything is opened.
import { expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../test/databases.ts'
import { makeCommandApp } from '../app.ts'
import { commandShapes } from '../command-shapes.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/observability/log.ts'
import { systemClock } from '../platform/time/clock.ts'

test('every command of a feature is listed, and every listed one exists', async () => {
  const { env, remove } = await migratedDatabase('sqlite')
  const { core, app } = await makeCommandApp({
    config: readConfig(env),
    clock: systemClock,
    log: createLog('error'),
  })
  try {
    const names = app.commands.map(({ name }) => name)
    expect(names.sort()).toEqual(commandShapes.map(({ name }) => name).sort())
    expect(names.length).toBeGreaterThan(10)
  } finally {
    await core.close()
    await remove()
  }
})
