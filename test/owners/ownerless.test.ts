// How the judge tells statements that name the owner from those that don't.
import { describe, expect, test } from 'bun:test'
import { ownerlessParts } from './ownerless.ts'

describe('the owner is named', () => {
  test.each([
    // By a parameter.
    'select * from links where user_id = $1',
    'select * from "links" as l where l.id = $1 and (l.archived_at is null or l.archived_at > $2) and l.user_id = $2',
    'select * from links where $1::bigint = user_id',
    'select * from links where user_id in ($1, $2)',
    'select * from links where user_id = any($1::bigint[])',
    'select * from links where user_id = 7',
    'select * from usage where (user_id, period) in (($1, $2), ($3, $4))',
    'select * from workspace_members where workspace_id = $1',
    'update api_keys set revoked_at = $1 where user_id = $2 returning id',
    'delete from domains where user_id = $1 and id = $2',
    'declare moved cursor for select * from links where user_id = $1',
    // By a column that equals one that is a parameter.
    'select * from links join workspaces on workspaces.id = links.user_id where workspaces.id = $1',
    'update links set title = new.title from unnest($1::bigint[], $2::text[]) as new (owner, title) where links.user_id = new.owner',
    'select * from links where user_id in (select * from unnest($1::bigint[]))',
    'select * from links join (values ($1::bigint)) as asked (owner) on asked.owner = links.user_id',
    // By a join with rows whose owner is named.
    'select * from codes join links on links.id = codes.link_id where links.user_id = $1',
    'select * from links left join codes on codes.link_id = links.id where links.user_id = $1',
    'select * from links left join link_totals on link_totals.link_id = links.id and clicks > $1 where user_id = $2',
    'select * from codes, links where link_id = links.id and links.user_id = $1 and codes.link_id = links.id',
    'delete from codes where link_id in (select id from links where user_id = $1)',
    'delete from codes using links where codes.link_id = links.id and links.user_id = $1',
    'select (select clicks from link_totals where link_id = links.id) from links where user_id = $1',
    'select * from links where user_id = $1 and exists (select 1 from codes where codes.link_id = links.id)',
    'with own as (select id from links where user_id = $1) delete from codes using own where codes.link_id = own.id',
    'with own as (delete from links where user_id = $1 returning id) delete from codes where link_id in (select id from own)',
    'select * from (select * from links where user_id = $1) as links where id = $2',
    'select id from links where user_id = $1 union all select id from microsites where user_id = $1',
    // By what is inserted.
    'insert into links (user_id, title) values ($1, $2)',
    'insert into "links" ("user_id", "title") select * from unnest($1::bigint[], $2::text[])',
    'insert into codes (link_id) select id from links where user_id = $1',
    'with made as (insert into links (user_id) values ($1) returning id) insert into codes (link_id) select id from made',
    // Nothing of workspaces is touched.
    'select * from users where email = $1',
    'select * from sessions where user_id > $1',
    'insert into changes (topic) values ($1)',
    'begin; set local statement_timeout = 0',
    'lock table links',
  ])('in %s', (statement) => {
    expect(ownerlessParts(statement)).toEqual([])
  })
})

describe('the owner is not named', () => {
  test.each<[string, ...string[]]>([
    ['select * from links', 'select links'],
    ['select * from links where id = $1', 'select links by id'],
    ['select * from links where id = $1 and title = $2', 'select links by id'],
    ['select * from links where user_id > $1 limit 1', 'select links by user_id >'],
    ['select * from links where user_id <> $1', 'select links by user_id <>'],
    ['select * from links where user_id not in ($1)', 'select links by user_id <>'],
    ['select * from links where user_id = id', 'select links'],
    ['select * from links where user_id is not null', 'select links by user_id is not null'],
    ['select * from links where user_id = $1 or id = $2', 'select links by id perhaps, user_id perhaps'],
    ['select * from links where not (user_id = $1)', 'select links by user_id perhaps'],
    ['select * from links where (user_id = $1) is not true', 'select links'],
    ['select * from link_days where link_id = $1 and day > $2', 'select link_days by link_id'],
    ['select * from audit_events where at < $1', 'select audit_events by at <'],
    ['select user_id from links where lower(title) = $1', 'select links by title computed'],
    ['select * from links where user_id + 0 in ($1)', 'select links by user_id computed'],
    ['update links set user_id = $1 where id = $2', 'update links by id'],
    ['delete from webhook_events where (id, type) in (($1, $2))', 'delete webhook_events by id'],
    ['insert into codes (domain_id, code, link_id) values ($1, $2, $3)', 'insert codes'],
    ['insert into links select * from unnest($1::bigint[])', 'insert links'],
    ['insert into codes (link_id) select id from workspaces', 'insert codes'],
    [
      'select * from codes join links on links.id = codes.link_id where domain_id = $1 and codes.code = $2',
      'select codes, links by codes.code',
    ],
    // The other rows of an outer join stay, whoever they belong to.
    [
      'select * from links left join codes on codes.link_id = links.id and links.user_id = $1',
      'select links, codes by links.user_id',
    ],
    [
      'select * from codes left join links on links.id = codes.link_id and links.user_id = $1',
      'select codes by link_id = links.id',
    ],
    [
      'select * from codes full join links on links.id = codes.link_id and links.user_id = $1',
      'select codes, links by links.user_id perhaps',
    ],
    // An application and a domain may be another owner's.
    [
      'select * from oauth_consents as held join oauth_apps as app on app.id = held.app_id where held.user_id = $1',
      'select oauth_apps by id = oauth_consents.app_id',
    ],
    [
      'select * from links join codes on codes.link_id = links.id join domains on domains.id = codes.domain_id where links.user_id = $1',
      'select domains by id = codes.domain_id',
    ],
    // Which table an unqualified column belongs to isn't known.
    ['select * from codes, workspaces where id = $1 and link_id = $2', 'select codes by id'],
    // An owner who is looked up by something else isn't named.
    [
      'select * from links join workspaces on workspaces.id = links.user_id where workspaces.public_id = $1',
      'select links by user_id = workspaces.id',
    ],
    [
      'select * from links where user_id = (select id from users where email = $1)',
      'select links by user_id = (query)',
    ],
    [
      'select (select count(*) from links where links.user_id = users.id) from users',
      'select links by user_id = users.id',
    ],
    [
      'with recursive owner as (select min(user_id) as id from links union all select (select min(user_id) from links where user_id > owner.id) from owner) select id from owner',
      'select links',
      'select links by user_id >',
    ],
  ])('in %s', (statement, ...lines) => {
    expect(ownerlessParts(statement)).toEqual(lines)
  })

  test('in one part of several', () => {
    const statement = `with due as (select id from webhook_endpoints where leased_until < $1 for update skip locked)
      update webhook_endpoints set leased_by = $2 from due where webhook_endpoints.id = due.id and user_id = $3`
    expect(ownerlessParts(statement)).toEqual(['select webhook_endpoints by leased_until <'])
  })

  test('in one half of a union', () => {
    const statement = 'select id from links where user_id = $1 union select id from links where id = $2'
    expect(ownerlessParts(statement)).toEqual(['select links by id'])
  })

  test('in a subquery of an update whose owner is named', () => {
    const statement =
      'update links set title = (select title from microsites where public_id = $1) where user_id = $2'
    expect(ownerlessParts(statement)).toEqual(['select microsites by public_id'])
  })
})

test('a statement of another kind is refused', () => {
  expect(() => ownerlessParts('truncate links')).toThrow("can't judge a TruncateStmt")
  expect(() => ownerlessParts('copy links to stdout')).toThrow("can't judge a CopyStmt")
})

test('a text that is not SQL is refused', () => {
  expect(() => ownerlessParts('select from where')).toThrow('syntax error')
})
