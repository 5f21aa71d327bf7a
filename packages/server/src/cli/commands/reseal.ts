// `linnet secret reseal`: re-encrypts with SECRET_KEY what the keys in SECRET_KEY_FALLBACKS encrypted, while servers run.
import { type RuntimeContext, secretsOfServer } from '../../core-services.ts'
import { openDatabase } from '../../db/open.ts'
import { resealColumn } from '../../db/resealing.ts'
import { setSealingKey } from '../../db/sealing-key.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import { countNoun } from '../../platform/plural.ts'
import { sealedColumns } from './sealed-columns.ts'

export const shape: CommandShape = {
  name: 'secret reseal',
  summary: 'Encrypt stored secrets with SECRET_KEY instead of the keys in SECRET_KEY_FALLBACKS',
  options: {},
}

export function create({ config, clock, log }: RuntimeContext): Command {
  return {
    ...shape,
    async run(_given, { progress, interruption }) {
      const { databaseUrl: url, dataDirectory } = config
      const interrupted = interruption()
      const db = await openDatabase({ url, dataDirectory, poolSize: 2, clock, log })
      try {
        const secrets = await secretsOfServer(config, db)
        const totals = { resealed: 0, unreadable: 0 }
        for (const column of sealedColumns) {
          const done = await resealColumn(db, column, secrets, ({ resealed }) => {
            if (interrupted.aborted)
              throw new CommandError('interrupted; run it again to continue where it stopped')
            if (resealed > 0) progress(`${resealed} ${column.what} resealed`)
          })
          totals.resealed += done.resealed
          totals.unreadable += done.unreadable
        }
        // From now on a server no longer needs the old keys.
        await setSealingKey(db, secrets.fingerprint)
        return totals
      } finally {
        await db.close()
      }
    },
    format({ resealed, unreadable }) {
      const lost =
        unreadable === 0
          ? ''
          : ` ${countNoun(unreadable as number, 'secret')} can't be decrypted with any of the keys. Add the right key to SECRET_KEY_FALLBACKS if you still have it.`
      return `${countNoun(resealed as number, 'secret')} resealed with the current key.${lost}`
    },
    isFailure: ({ unreadable }) => unreadable !== 0,
  }
}
