// The icons of the rules that the editor offers first.
import type { ReactNode } from 'react'
import { Globe, MonitorSmartphone, Plus, Smartphone, Split } from '../../components/icons.ts'
import type { PresetName } from './edited-rules.ts'

export const presetIcons: Record<PresetName, ReactNode> = {
  ios: <Smartphone />,
  android: <MonitorSmartphone />,
  country: <Globe />,
  split: <Split />,
  other: <Plus />,
}
