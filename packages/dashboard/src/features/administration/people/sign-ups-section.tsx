// Who can sign up, and the server's sign-ups and usage per day.
import type { Overview } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { SmallTimeline } from '../../statistics/charts/small-timeline.tsx'
import { LargeFacts } from '../facts.tsx'
import { overviewQuery } from '../queries.ts'
import { serverMessages } from '../server-messages.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** How many days are shown. */
export const shownDays = 30

export function SignUpsSection() {
  const overview = useQuery(overviewQuery(shownDays))
  return (
    <Loaded query={overview} heights={['h-20', 'h-22', 'h-60', 'h-60']} gap="gap-4">
      {(overview) => <SignUps overview={overview} />}
    </Loaded>
  )
}

function SignUps({ overview }: { overview: Overview }) {
  const text = useMessages(serverMessages)
  const { number } = useFormats()
  const [isInviting, setInviting] = useState(false)
  const { accounts, days, sign_ups: mode } = overview
  const sum = (name: 'clicks' | 'bots' | 'sign_ups') => days.reduce((total, day) => total + day[name], 0)
  const totalInDays = (count: number) => text.inDays(number(count), number(days.length))
  const bots = sum('bots')
  return (
    <div className="grid gap-4">
      <Card
        title={text[mode]}
        description={text.signUpsHow}
        actions={<Button onClick={() => setInviting(true)}>{text.inviteSomebody}</Button>}
      >
        {null}
      </Card>
      <h2 className="sr-only">{text.totals}</h2>
      <LargeFacts
        facts={[
          { name: text.totalAccounts, value: number(accounts.total) },
          { name: text.blockedAccounts, value: number(accounts.blocked) },
          { name: text.administrators, value: number(accounts.administrators) },
          { name: text.totalLinks, value: number(overview.links) },
          { name: text.microsites, value: number(overview.microsites) },
          { name: text.openReports, value: number(overview.open_reports) },
        ]}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={text.signUpsDaily} description={totalInDays(sum('sign_ups'))}>
          <SmallTimeline
            name={text.newAccounts}
            days={days.map(({ day, sign_ups }) => ({ date: day, value: sign_ups }))}
          />
        </Card>
        <Card
          title={text.clicksDaily}
          description={
            bots > 0
              ? `${totalInDays(sum('clicks'))}, ${text.botsToo(number(bots))}`
              : totalInDays(sum('clicks'))
          }
        >
          <SmallTimeline
            name={text.clickCount}
            days={days.map(({ day, clicks }) => ({ date: day, value: clicks }))}
          />
        </Card>
      </div>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  )
}
