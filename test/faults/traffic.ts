// The load on the service during faults: visitors, and users who change links over the API.
import { bulkCreator, dayChooser, hastyCreator, persistentCreator } from './creators.ts'
import {
  archiver,
  editor,
  oneClickRaces,
  type Person,
  type PersonContext,
  renamer,
  UserRecord,
  visitor,
} from './people.ts'
import { type Service, Unanswered } from './service.ts'
import type { Random } from './suite-settings.ts'
import { bulkRegretter, planner, regretter } from './undoers.ts'

export interface Traffic {
  record: UserRecord
  /** Lets the load run to a random moment. */
  untilSomeMoment(over: Promise<void>): Promise<void>
  /** Starts all users, until `leave` or a cut; `over` resolves when all have stopped. */
  begin(): { over: Promise<void>; leave(): void }
}

/**
 * Creates the shared links and the users; with `withEvents` also users whose changes matter only for webhook events,
 * with `withUndo` those who undo their changes and plan switches.
 */
export async function prepareTraffic(
  service: Service,
  random: Random,
  { withEvents = false, withUndo = false } = {},
): Promise<Traffic> {
  const record = new UserRecord()
  const context = { service, record, random }

  const link = (short: string) => newLink(context, short)
  const popular = await Promise.all(['first', 'second', 'third', 'fourth'].map(link))
  const people: Person[] = [
    ...Array.from({ length: 4 }, () => visitor(context, popular)),
    persistentCreator(context, 'persistent-a'),
    persistentCreator(context, 'persistent-b'),
    hastyCreator(context, 'hasty'),
    ...(withEvents ? [bulkCreator(context, 'bulk'), dayChooser(context, 'dated')] : []),
    ...(withUndo ? await undoers(context) : []),
    editor(context, await link('edited')),
    renamer(context, await link('renamed')),
    archiver(context, await link('archived')),
    oneClickRaces(context, 'race-a'),
    oneClickRaces(context, 'race-b'),
  ]

  return {
    record,
    async untilSomeMoment(over) {
      if (random.below(2) === 0) await service.until('visits', random.below(random.pick([20, 300])), over)
      else await service.until('calls', random.below(random.pick([20, 80])), over)
    },
    begin: () => letLoose(people),
  }
}

async function undoers(context: PersonContext): Promise<Person[]> {
  return [
    regretter(context, await newLink(context, 'regretted')),
    bulkRegretter(context, 'bulk regret'),
    paced(planner(context, await newLink(context, 'planned')), 50),
  ]
}

/** A link that several users share, with a code that is known in advance. */
export async function newLink(
  { service, record }: PersonContext,
  short: string,
): Promise<{ id: string; short: string; title: string }> {
  const title = `link ${short}`
  const body = { long_url: `https://example.com/${short}`, custom_slug: short, title }
  const { data } = (await service.call('POST /links', { body })).body
  record.created.set(title, data)
  record.changes++
  return data
}

/** A user who pauses between actions. */
export function paced(person: Person, milliseconds: number): Person {
  return {
    async act() {
      await person.act()
      await Bun.sleep(milliseconds)
    },
  }
}

/** All users act until `leave`; one without a response stops, or continues after this many milliseconds. */
export function letLoose(
  people: Person[],
  comeBackAfter: number | null = null,
): ReturnType<Traffic['begin']> {
  let leaving = false
  const live = async (person: Person) => {
    while (!leaving)
      try {
        await person.act()
      } catch (error) {
        if (error instanceof Unanswered && comeBackAfter === null) return
        if (error instanceof Unanswered) await Bun.sleep(comeBackAfter as number)
        else {
          leaving = true
          throw error
        }
      }
  }
  return {
    over: Promise.all(people.map(live)).then(() => undefined),
    leave() {
      leaving = true
    },
  }
}
