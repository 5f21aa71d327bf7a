// One-time codes: whether signing in asks for one, turning that on and off, and the recovery codes beside them.

import type { SecondFactor } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { Loaded } from '../lists.tsx'
import { useSharedMessages } from '../messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecurityDialog } from './security-dialog.tsx'
import { securityMessages } from './security-messages.ts'

const Enrolment = lazy(() => import('./enrolment.tsx').then(({ Enrolment }) => ({ default: Enrolment })))

type Asked = 'on' | 'off' | 'codes'

export function SecondFactorCard() {
  const { security: shared, success, ...messages } = useSharedMessages()
  const text = useMessages(securityMessages)
  const [asked, setAsked] = useState<Asked>()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const query = useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: async ({ signal }) => (await client.authenticators.secondFactor({}, { signal })).data,
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['account'] })

  async function confirm() {
    if (asked === 'on') setBegun((await client.authenticators.beginSecondFactor()).data)
    else if (asked === 'codes')
      setCodes((await client.authenticators.renewRecoveryCodes()).data.recovery_codes)
    else {
      await client.authenticators.disableSecondFactor()
      showToast({ title: success['second-factor-off'] })
    }
    setAsked(undefined)
    refresh()
  }

  const question = {
    on: { ...messages.turnOn, action: messages.turnOn.submit },
    off: { ...messages.turnOff, action: messages.turnOff.submit, danger: true },
    codes: { ...messages.recoveryCodes, action: messages.recoveryCodes.submit },
  }[asked ?? 'on']
  return (
    <Card
      title={shared.secondFactor}
      description={text.secondFactorText}
      actions={
        query.data ? (
          <Badge look={query.data.enabled ? 'good' : 'plain'}>
            {query.data.enabled ? text.on : text.off}
          </Badge>
        ) : null
      }
    >
      <Loaded query={query} rows={1}>
        {(state) =>
          begun && !state.enabled ? (
            <Suspense>
              <Enrolment
                {...begun}
                onDone={(made) => {
                  setBegun(undefined)
                  setCodes(made)
                  refresh()
                }}
                onAgain={() => setAsked('on')}
                onClose={() => setBegun(undefined)}
              />
            </Suspense>
          ) : (
            <State state={state} onAsk={setAsked} />
          )
        }
      </Loaded>
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} /> : null}
      <SecurityDialog
        {...question}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
      />
    </Card>
  )
}

function State({ state, onAsk }: { state: SecondFactor; onAsk(asked: Asked): void }) {
  const { security: shared } = useSharedMessages()
  const text = useMessages(securityMessages)
  if (!state.enabled)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{shared.off}</p>
        <Button look="primary" onClick={() => onAsk('on')}>
          {text.turnOnCodes}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4">
      <p className="text-sm">{shared.on}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={state.recovery_codes_left < 3 ? 'text-sm text-bad' : 'text-sm'}>
          {shared.recoveryCodes}: {shared.left(state.recovery_codes_left)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onAsk('codes')}>{shared.newCodes}</Button>
          <Button look="danger" onClick={() => onAsk('off')}>
            {text.turnOffCodes}
          </Button>
        </div>
      </div>
    </div>
  )
}
