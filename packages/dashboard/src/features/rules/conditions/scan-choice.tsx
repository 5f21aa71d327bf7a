// The condition on how a visitor came: by a QR code or not.
import { Segments } from '../../../components/segments.tsx'
import { useMessages } from '../../../lib/language.ts'
import { ruleMessages } from '../messages.ts'
import type { ConditionControlProps } from './control-props.ts'

export function ScanChoice({ when, onChange }: ConditionControlProps) {
  const text = useMessages(ruleMessages)
  return (
    <Segments
      label={text.kinds.scan}
      value={when.scan ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: text.scanYes },
        { value: 'no', label: text.scanNo },
      ]}
      onChange={(chosen) => onChange({ scan: chosen === 'yes' })}
    />
  )
}
