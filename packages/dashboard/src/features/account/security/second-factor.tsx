// Two-factor authentication with one-time codes: turning it on and off, and its recovery codes.
import type { SecondFactor } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Badge, Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ownClient } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useSharedMessages } from '../messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecurityDialog } from './security-dialog.tsx'
import { securityMessages } from './security-messages.ts'

const Enrolment = lazy(() => import('./enrolment.tsx').then(({ Enrolment }) => ({ default: Enrolment })))

type SecondFactorChange = 'on' | 'off' | 'codes'

export function SecondFactorCard() {
  const { security: shared } = useSharedMessages()
  const text = useMessages(securityMessages)
  const query = useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: async ({ signal }) => (await ownClient.authenticators.secondFactor({}, { signal })).data,
  })
  const setup = useSecondFactorSetup()
  const { enrolment, codes } = setup
  return (
    <Card
      title={shared.secondFactor}
      description={text.secondFactorText}
      actions={
        query.data ? (
          <Badge variant={query.data.enabled ? 'good' : 'plain'}>
            {query.data.enabled ? text.on : text.off}
          </Badge>
        ) : null
      }
    >
      <Loaded query={query} heights={['h-16']}>
        {(state) =>
          enrolment && !state.enabled ? (
            <Suspense>
              <Enrolment
                {...enrolment}
                onDone={setup.finishEnrolment}
                onAgain={() => setup.startChange('on')}
                onClose={setup.cancelEnrolment}
              />
            </Suspense>
          ) : (
            <SecondFactorState state={state} onChange={setup.startChange} />
          )
        }
      </Loaded>
      {codes ? <RecoveryCodes codes={codes} onClose={setup.closeCodes} /> : null}
      <ChangeDialog change={setup.change} onClose={setup.cancelChange} onConfirm={setup.confirmChange} />
    </Card>
  )
}

/** The change to confirm, the enrolment in progress, and the recovery codes, which are shown once. */
function useSecondFactorSetup() {
  const { success } = useSharedMessages()
  const [change, setChange] = useState<SecondFactorChange>()
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['account'] })

  async function confirmChange() {
    if (change === 'on') setEnrolment((await ownClient.authenticators.beginSecondFactor()).data)
    else if (change === 'codes')
      setCodes((await ownClient.authenticators.renewRecoveryCodes()).data.recovery_codes)
    else {
      await ownClient.authenticators.disableSecondFactor()
      showToast({ title: success['second-factor-off'] })
    }
    setChange(undefined)
    refresh()
  }

  return {
    change,
    startChange: setChange,
    cancelChange: () => setChange(undefined),
    confirmChange,
    enrolment,
    finishEnrolment(recoveryCodes: string[]) {
      setEnrolment(undefined)
      setCodes(recoveryCodes)
      refresh()
    },
    cancelEnrolment: () => setEnrolment(undefined),
    codes,
    closeCodes: () => setCodes(undefined),
  }
}

interface ChangeDialogProps {
  /** Undefined while the dialog is closed. */
  change: SecondFactorChange | undefined
  onClose(): void
  onConfirm(): Promise<void>
}

function ChangeDialog({ change, onClose, onConfirm }: ChangeDialogProps) {
  const { turnOn, turnOff, recoveryCodes } = useSharedMessages()
  const messages = {
    on: { ...turnOn, action: turnOn.submit },
    off: { ...turnOff, action: turnOff.submit, danger: true },
    codes: { ...recoveryCodes, action: recoveryCodes.submit },
  }[change ?? 'on']
  return <SecurityDialog {...messages} open={change !== undefined} onClose={onClose} onConfirm={onConfirm} />
}

interface SecondFactorStateProps {
  state: SecondFactor
  onChange(change: SecondFactorChange): void
}

function SecondFactorState({ state, onChange }: SecondFactorStateProps) {
  const { security: shared } = useSharedMessages()
  const text = useMessages(securityMessages)
  if (!state.enabled)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{shared.off}</p>
        <Button variant="primary" onClick={() => onChange('on')}>
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
          <Button onClick={() => onChange('codes')}>{shared.newCodes}</Button>
          <Button variant="danger" onClick={() => onChange('off')}>
            {text.turnOffCodes}
          </Button>
        </div>
      </div>
    </div>
  )
}
