// `linnet adopt`: counts the clicks that a removed node left in its folder.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RuntimeContext } from '../../core-services.ts'
import { openDatabase } from '../../db/open.ts'
import { adoptJournals, ClickStore } from '../../features/clicks/index.ts'
import { createClickEvents } from '../../features/events/index.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { countNoun } from '../../platform/plural.ts'

export const shape: CommandShape = {
  name: 'adopt',
  summary: 'Count the clicks left by a removed node in FOLDER, its DATA_DIR or a copy of it',
  operand: 'FOLDER',
  options: {},
}

export function create({ config, clock, log }: RuntimeContext): Command {
  return {
    ...shape,
    async run({ FOLDER = '' }, { progress }) {
      const folder = resolve(FOLDER)
      if (!existsSync(folder)) throw new CommandError(`folder ${folder} doesn't exist`)
      const db = await openDatabase({
        url: config.databaseUrl,
        dataDirectory: config.dataDirectory,
        poolSize: 2,
        clock,
        log,
      })
      try {
        const adopted = await adoptJournals(folder, {
          store: new ClickStore(db),
          log,
          events: createClickEvents(db, new URL(config.origins.short).host),
          keepClicks: config.clickRetentionDays > 0,
          isOwn: false,
          progress: (clicks) => progress(`${clicks} clicks counted`),
        })
        if (!adopted) throw new CommandError(`${folder} has no journal; name the DATA_DIR of a node`)
        if (adopted.unknown > 0 && adopted.journals + adopted.held === 0)
          throw new CommandError(
            `the journals in ${folder} belong to another instance's database; check DATABASE_URL`,
          )
        return { folder, ...adopted }
      } finally {
        await db.close()
      }
    },
    format({ folder, journals, clicks, held }) {
      const rest = held
        ? ` Running servers count the clicks in ${countNoun(Number(held), 'more journal')}.`
        : ''
      return `Counted ${countNoun(Number(clicks), 'click')} from ${countNoun(Number(journals), 'journal')} in ${folder}.${rest}`
    },
  }
}
